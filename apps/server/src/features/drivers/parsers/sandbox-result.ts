import type { Parsed, Reason } from '../../../ingest/ports.ts';
import type { ScriptResult } from '../../../platform/sandbox/script.ts';
import type { Parsing } from './kind.ts';

export const rejected = (code: string, params: Reason['params'] = {}): Parsed => ({
  ok: false,
  reason: { code, params },
});

/** Removes characters from texts of scripts that PostgreSQL can't store. */
export function wordsOf(line: number | undefined, text: string): string {
  const reason = text.replaceAll('\0', '').toWellFormed();
  return line === undefined ? reason : `line ${line}: ${reason}`;
}

const ownCodes = new Set([
  'PACKET_ODD_HEX',
  'PACKET_NOT_HEX',
  'PACKET_TIME_INVALID',
  'PARSER_REPORTED',
  'PARSER_RESULT_INVALID',
  'VARIABLE_CALCULATION_FAILED',
]);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function reasonOf(given: unknown): Reason | undefined {
  if (!isFields(given) || !isFields(given.params) || !ownCodes.has(String(given.code))) return undefined;
  const params = Object.entries(given.params).map(([name, value]) => [name, wordsOf(undefined, String(value))]);
  return { code: String(given.code), params: Object.fromEntries(params) };
}

const isSet = (set: unknown) =>
  isFields(set) && isFields(set.values) && (set.at === null || (typeof set.at === 'number' && Number.isFinite(set.at)));

/** The script could manipulate the code that returns this value, so its shape is validated. */
function parsedOf(value: unknown): Parsed {
  if (!isFields(value)) return rejected('PARSER_RESULT_INVALID');
  if (value.ok !== true) return { ok: false, reason: reasonOf(value.reason) ?? rejectedResult };
  if (!Array.isArray(value.sets) || !value.sets.every(isSet)) return rejected('PARSER_RESULT_INVALID');
  if (value.complaint !== undefined) value.complaint = reasonOf(value.complaint) ?? rejectedResult;
  return value as Parsed;
}
const rejectedResult: Reason = { code: 'PARSER_RESULT_INVALID', params: {} };

/** Undefined if not tried. `lines` is the length of the user's script, because appended code has no line numbers. */
export function parsingOf(result: ScriptResult, lines: number): Parsing | undefined {
  if (!result.ok && result.isGivenUp) return undefined;
  if (result.ok) return { parsed: parsedOf(result.value), usage: result };
  const line = result.line !== undefined && result.line <= lines ? result.line : undefined;
  const place = line === undefined ? {} : { line };
  switch (result.code) {
    case 'SCRIPT_TIMEOUT':
      return { parsed: rejected('PARSER_TIMED_OUT', result.params), isHung: true, usage: result, ...place };
    case 'SCRIPT_MEMORY':
      return { parsed: rejected('PARSER_OUT_OF_MEMORY', result.params), isHung: true, usage: result, ...place };
    case 'SCRIPT_OUTPUT_TOO_LARGE':
      return { parsed: rejected(result.code, result.params), usage: result };
    case 'SCRIPT_ERROR': {
      const reason = wordsOf(line, result.params.reason);
      return { parsed: rejected('PARSER_FAILED', { reason }), usage: result, ...place };
    }
  }
}
