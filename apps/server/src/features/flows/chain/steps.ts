import type { ContentType } from '@stellwerk/contract/flow-event';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { ScriptResult } from '../../../platform/sandbox/script.ts';
import { compileConditions } from '../filters/condition.ts';
import type { flowFilters, flowTransformers, StoredFailure } from '../flow.table.ts';
import { contentOf, type Message } from './message.ts';
import { type CallOf, inputOf, lookedOf, scriptOf } from './scripts.ts';

/** What became of a message in one step. */
export type StepOutcome =
  | { is: 'passed'; content: JsonValue }
  | { is: 'stopped' }
  | { is: 'failed'; failure: StoredFailure; line?: number };

export interface ChainStep {
  input: ContentType;
  output: ContentType;
  /** One outcome per message, in order. Throws only if the sandbox is not available. */
  run(messages: readonly Message[], call: CallOf): Promise<StepOutcome[]>;
}

export type FilterParts = Pick<
  typeof flowFilters.$inferSelect,
  'type' | 'inputType' | 'match' | 'conditions' | 'script'
>;
export type TransformerParts = Pick<
  typeof flowTransformers.$inferSelect,
  'type' | 'inputType' | 'outputType' | 'script'
>;

type ScriptSandbox = Pick<Sandbox, 'runBatch'>;

const failedBy = (result: Extract<ScriptResult, { ok: false }>): StepOutcome => {
  const { code, params, line } = result;
  return { is: 'failed', failure: { code, params: { ...params } }, ...(line === undefined ? {} : { line }) };
};

/** A script that always hangs must not take the time of all others: the rest of its batch gets the same result. */
const maxHung = 3;

const passedBy = (passes: boolean, { content }: Message): StepOutcome =>
  passes ? { is: 'passed', content } : { is: 'stopped' };

export function filterStep(sandbox: ScriptSandbox, filter: FilterParts): ChainStep {
  const ends = { input: filter.inputType, output: filter.inputType };
  if (filter.type === 'standard') {
    const check = compileConditions(filter);
    return {
      ...ends,
      run: async (messages, { nowMs }) =>
        messages.map((message) => passedBy(check(lookedOf(filter.inputType, message), nowMs), message)),
    };
  }
  const script = scriptOf(filter.type, filter.script);
  return {
    ...ends,
    async run(messages, call) {
      const inputs = messages.map((message) => inputOf(script, filter.inputType, message, call));
      const results = await sandbox.runBatch(script, inputs, { maxHung });
      return messages.map((message, index): StepOutcome => {
        const result = results[index];
        if (!result?.ok) return result ? failedBy(result) : { is: 'stopped' };
        // JSONata has no result where a path finds nothing.
        const passes = result.value ?? false;
        if (typeof passes === 'boolean') return passedBy(passes, message);
        return { is: 'failed', failure: { code: 'FLOW_FILTER_OUTPUT', params: {} } };
      });
    },
  };
}

/** The outcome of a transformation, from the result of its script. */
export function transformed(type: ContentType, result: ScriptResult): StepOutcome {
  if (!result.ok) return failedBy(result);
  if (result.value === null || result.value === undefined) return { is: 'stopped' };
  // The sandbox returns only values that JSON can represent.
  const read = contentOf(type, result.value as JsonValue);
  if (read.ok) return { is: 'passed', content: read.content };
  return { is: 'failed', failure: { code: 'DS_TRANSFORMER_INVALID_OUTPUT', params: {} } };
}

export function transformerStep(sandbox: ScriptSandbox, transformer: TransformerParts): ChainStep {
  const { type, inputType: input, outputType: output } = transformer;
  const script = scriptOf(type, transformer.script);
  return {
    input,
    output,
    async run(messages, call) {
      const inputs = messages.map((message) => inputOf(script, input, message, call));
      const results = await sandbox.runBatch(script, inputs, { maxHung });
      return messages.map((_message, index): StepOutcome => {
        const result = results[index];
        return result ? transformed(output, result) : { is: 'stopped' };
      });
    },
  };
}
