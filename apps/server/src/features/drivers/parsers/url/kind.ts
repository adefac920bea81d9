import type { ParserInput } from '../../../../ingest/ports.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Raw, withCalculations } from '../calculations.ts';
import { defineParser, type ParserTools, type RunOptions } from '../kind.ts';
import { rejected } from '../sandbox-result.ts';
import { readAnswer } from './url-response.ts';

const timeoutMs = 5_000;
const maxResponseBytes = 262_144;
/** Concurrent requests per batch, because the external parser may be a small program. */
const lanes = 8;

async function ask({ egress }: ParserTools, url: string, { payload, meta }: ParserInput): Promise<NonNullable<Raw>> {
  try {
    const { status, body } = await egress.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ payload, meta }),
      timeoutMs,
      maxResponseBytes,
    });
    if (status !== 200) return { ok: false, parsed: rejected('PARSER_UNREACHABLE', { reason: `HTTP ${status}` }) };
    const answer = readAnswer(body);
    return answer ? { ok: true, ...answer } : { ok: false, parsed: rejected('PARSER_RESULT_INVALID') };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, isHung: true, parsed: rejected(error.code, error.params) };
    throw error;
  }
}

/** An external program parses: it receives payload and meta and returns the same result as a script. */
export const kind = defineParser({
  type: 'url',
  prepare: ({ url }, variables, tools) =>
    withCalculations(variables, tools, async (inputs, { maxHung }: RunOptions) => {
      const raws: Raw[] = [];
      let hung = 0;
      const waiting = inputs.entries();
      // All workers take inputs from one iterator, so each input is sent once.
      const lane = async () => {
        for (const [index, input] of waiting) {
          if (hung >= maxHung) return;
          const raw = await ask(tools, url, input);
          raws[index] = raw;
          if (!raw.ok && raw.isHung) hung += 1;
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return raws;
    }),
});
