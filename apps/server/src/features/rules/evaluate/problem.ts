import type { ScriptResult } from '../../../platform/sandbox/script.ts';
import type { RunProblem } from './run.ts';

/** Scripts choose their error texts, which may contain characters that PostgreSQL can't store. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();

export function problemOf(result: ScriptResult & { ok: false }, alias: string | null): RunProblem {
  const params = result.code === 'SCRIPT_ERROR' ? { reason: clean(result.params.reason) } : result.params;
  const isHang = result.code === 'SCRIPT_TIMEOUT' || result.code === 'SCRIPT_MEMORY';
  return { code: result.code, params, alias, line: result.line ?? null, isHang };
}

export const unreadable = (alias: string | null): RunProblem => ({
  code: 'SCRIPT_ERROR',
  params: { reason: 'The script gave no readable answer' },
  alias,
  line: null,
  isHang: false,
});

export const stateGone = (alias: string): RunProblem => ({
  code: 'RULE_STATE_GONE',
  params: { alias },
  alias,
  line: null,
  isHang: false,
});
