import type { TargetVariable } from '@stellwerk/contract/driver';
import type { ParserInput } from '../../../../ingest/ports.ts';
import type { JavaScript } from '../../../../platform/sandbox/script.ts';
import { bytesOfSource } from '../bytes.ts';
import { calculationsSource } from '../calculations.ts';
import { defineParser } from '../kind.ts';
import { createReading } from '../parser-result.ts';
import { parsingOf, wordsOf } from '../sandbox-result.ts';
import { adapt, type Call } from './adapter.ts';

const entryName = 'stellwerkParse';
const offer = (name: string) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`;

/** Appends the adapter, so that parsing and calculations are one call and lines of the script keep their numbers. */
function scriptOf(script: string, variables: readonly TargetVariable[]): JavaScript {
  const source = `${script}
;function ${entryName}(call) {
  return (${adapt})(
    { exported: module.exports, ${['driver', 'decodeUplink', 'Decode', 'Decoder'].map(offer).join(', ')} },
    { reading: (${createReading})(${calculationsSource(variables)}), bytesOf: ${bytesOfSource}, warn: console.warn },
  )(call);
}`;
  const entry = { name: entryName, parameters: ['call'] };
  return { id: 'parser', kind: 'javascript', source, entry: { form: 'functions', functions: [entry] } };
}

/** A script without the word can't export a function, and only exported functions get `meta`. */
const mayExport = (script: string) => script.includes('exports');

function callOf({ payload, meta, receivedAt }: ParserInput, withMeta: boolean): Call {
  const fPort = Object(meta.lora).fport;
  const variables = Object(meta.device).keyValue;
  return { payload, fPort, variables, receivedAt, ...(withMeta ? { meta } : {}) };
}

const linesOf = (text: string) => text.split('\n').length;

export const kind = defineParser({
  type: 'javascript',

  async check({ script }, { tools, accountId }) {
    const checked = await tools.sandbox.check(scriptOf(script, []), accountId);
    if (checked.ok) return undefined;
    const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
    const line = checked.line !== undefined && checked.line <= linesOf(script) ? checked.line : undefined;
    return { reason: wordsOf(line, reason), ...(line === undefined ? {} : { line }) };
  },

  prepare({ script: text }, variables, { sandbox }) {
    const script = scriptOf(text, variables);
    const lines = linesOf(text);
    const withMeta = mayExport(text);
    return async (inputs, options) => {
      const calls = inputs.map((input) => {
        const { receivedAt: nowMs, accountId } = input;
        return { args: { call: callOf(input, withMeta) }, nowMs, seed: nowMs, accountId };
      });
      const results = await sandbox.runBatch(script, calls, options);
      return results.map((result) => parsingOf(result, lines));
    };
  },
});
