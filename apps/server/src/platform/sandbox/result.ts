import type { Outcome } from './guest/runner.ts';
import type { ProcessEnd } from './process.ts';
import type { GroupReply } from './protocol.ts';
import type {
  SandboxLimits,
  ScriptFailure,
  ScriptFailureCode,
  ScriptLogLine,
  ScriptResult,
  ScriptUsage,
} from './script.ts';

// V8 aborts with one of these when memory runs out or a size overflows (which one depends on the processor).
const abortSignals: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

// Values are later merged and rendered in templates, where these keys would reach a prototype.
const bannedKey = /"(?:__proto__|constructor|prototype)"/;
const bannedKeys = new Set(['__proto__', 'constructor', 'prototype']);

function failureOf(code: ScriptFailureCode, reason: string, limits: SandboxLimits): ScriptFailure {
  switch (code) {
    case 'SCRIPT_TIMEOUT':
      return { code, params: { limitMs: limits.timeoutMs } };
    case 'SCRIPT_MEMORY':
      return { code, params: { limitMb: limits.memoryMb } };
    case 'SCRIPT_OUTPUT_TOO_LARGE':
      return { code, params: { limitBytes: limits.outputBytes } };
    case 'SCRIPT_ERROR':
      return { code, params: { reason } };
  }
}

function resultOf(outcome: Outcome, usage: ScriptUsage, limits: SandboxLimits): ScriptResult {
  const { logs, durationMs, memoryBytes } = usage;
  if (!outcome.e) return { ok: true, value: outcome.u ? undefined : outcome.v, logs, durationMs, memoryBytes };
  const [code, reason = '', line] = outcome.e;
  const failure = { ok: false as const, ...failureOf(code, reason, limits), ...usage };
  return typeof line === 'number' ? { ...failure, line } : failure;
}

function parse(outcomes: string): Outcome[] {
  const drop = (key: string, value: unknown) => (bannedKeys.has(key) ? undefined : value);
  try {
    return JSON.parse(`[${outcomes}]`, bannedKey.test(outcomes) ? drop : undefined);
  } catch {
    return [];
  }
}

const noLogs: ScriptLogLine[] = [];
const unreadable: Outcome = { e: ['SCRIPT_ERROR', 'The script gave no readable answer'] };

/** Converts the reply of a group into the results of its completed calls. */
export function resultsOf({ outcomes, usage }: Pick<GroupReply, 'outcomes' | 'usage'>, limits: SandboxLimits) {
  const parsed = parse(outcomes);
  const results: ScriptResult[] = [];
  for (const [count, durationMs, memoryBytes] of usage) {
    for (let ran = 0; ran < count; ran++) {
      const outcome = parsed[results.length] ?? unreadable;
      const logs = outcome.l?.map(([level, text]) => ({ level, text })) ?? noLogs;
      results.push(resultOf(outcome, { logs, durationMs, memoryBytes }, limits));
    }
  }
  return results;
}

/** The result of a call that ran alone in a process that ended; undefined if the end may not be its fault. */
export function resultOfEnd(end: ProcessEnd, deaths: number, limits: SandboxLimits): ScriptResult | undefined {
  const isAbort = abortSignals.includes(end.signal);
  const isMemory = isAbort || end.cause === 'memory';
  // Memory of an oversized process may have been filled by earlier calls.
  const isCertain = isAbort || end.cause === 'timeout' || (end.cause === 'memory' && !end.hasWorked);
  if (!isCertain && deaths < 3) return undefined;
  const memoryBytes = Math.max(end.residentBytes, isMemory ? limits.memoryMb * 1024 * 1024 : 0);
  const usage = { logs: [], durationMs: end.busyMs, memoryBytes };
  if (end.cause === 'timeout' || end.cause === 'stall') return resultOf({ e: ['SCRIPT_TIMEOUT'] }, usage, limits);
  // Only the kernel kills a process three times for the same call: it ran out of memory.
  if (isMemory || end.signal === 'SIGKILL') return resultOf({ e: ['SCRIPT_MEMORY'] }, usage, limits);
  return resultOf({ e: ['SCRIPT_ERROR', `The process of the script ended (${end.signal ?? 'exit'})`] }, usage, limits);
}
