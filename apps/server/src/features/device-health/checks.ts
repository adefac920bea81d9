import { withinBudget } from '../../platform/clock/work-budget.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import {
  defaultLimits,
  type ScriptFailure,
  type ScriptInput,
  type ScriptResult,
} from '../../platform/sandbox/script.ts';
import { type CheckRecord, createCheckRecords } from './check-record.ts';
import { type CheckAnswer, type CheckInput, stuckAt } from './check-script.ts';
import type { CheckResult } from './evaluate.ts';

export interface CheckCall {
  identifier: string;
  check: string;
  twinId: number;
  accountId: number;
  input: CheckInput;
  /** Undefined before the run, or if the sandbox was not available. */
  result?: CheckResult;
}

interface Deps {
  sandbox: Sandbox;
  log: Log;
  /** Monotonic clock for pauses. */
  readMs?: () => number;
}

const parts = 4;
const unprovenAtOnce = 4;

/** Removes characters from texts of scripts that PostgreSQL can't store. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();

const failed = ({ identifier }: CheckCall, params: Record<string, string | number>): CheckResult => ({
  outcome: 'failed',
  params: { identifier, ...params },
});

const failedWith = (call: CheckCall, failure: ScriptFailure, line?: number | null): CheckResult => {
  if (failure.code !== 'SCRIPT_ERROR') return failed(call, { code: failure.code, ...failure.params });
  const reason = clean(failure.params.reason);
  return failed(call, { reason: line ? `line ${line}: ${reason}` : reason });
};

const well: CheckResult = { outcome: 'well' };

function resultOf(call: CheckCall, answer: CheckAnswer): CheckResult {
  if (answer === 0) return well;
  if (answer === 1) return { outcome: 'problem', text: null };
  if (typeof answer === 'string') return { outcome: 'problem', text: clean(answer).trim() || null };
  const [reason, line] = answer;
  return failedWith(call, { code: 'SCRIPT_ERROR', params: { reason } }, line);
}

/** The check can manipulate the wrapper that returns its results, so they are validated like external input. */
function isAnswer(value: unknown): value is CheckAnswer {
  if (value === 0 || value === 1 || typeof value === 'string') return true;
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}
const answersOf = (result: ScriptResult, count: number): CheckAnswer[] | undefined => {
  if (!result.ok || !Array.isArray(result.value) || result.value.length !== count) return undefined;
  return result.value.every(isAnswer) ? result.value : undefined;
};

const unreadable: ScriptFailure = { code: 'SCRIPT_ERROR', params: { reason: 'The check gave no readable answer' } };

export function readResult(call: CheckCall, result: ScriptResult): CheckResult {
  const [answer] = answersOf(result, 1) ?? [];
  if (answer !== undefined) return resultOf(call, answer);
  return result.ok ? failedWith(call, unreadable) : failedWith(call, result, result.line);
}

const timedOut: ScriptFailure = { code: 'SCRIPT_TIMEOUT', params: { limitMs: defaultLimits.timeoutMs } };

/** A pack contains devices of one account only, because a check could leave data behind for the next device. */
function packsOf(calls: readonly CheckCall[], size: number): CheckCall[][] {
  const packs: CheckCall[][] = [];
  for (const own of Map.groupBy(calls, ({ accountId }) => accountId).values()) {
    for (let at = 0; at < own.length; at += size) packs.push(own.slice(at, at + size));
  }
  return packs;
}

/** Runs checks in the sandbox, one call for many devices with the same check, within the limits of each device. */
export function createChecks({ sandbox, log, readMs = () => performance.now() }: Deps) {
  const records = createCheckRecords(readMs);

  /** A pack exceeded a limit: runs the suspected devices alone and the others in smaller packs. */
  function divide(
    record: CheckRecord,
    pack: readonly CheckCall[],
    result: ScriptResult & { ok: false },
  ): CheckCall[][] {
    const [only] = pack;
    if (!only) return [];
    records.strike(record, only.accountId, result);
    if (pack.length === 1) {
      records.blame(record, only.twinId);
      only.result = failedWith(only, result);
      return [];
    }
    record.packSize = Math.ceil(pack.length / parts);
    const [first, last] = stuckAt(result.logs, pack.length) ?? [0, 0];
    const others = [...pack.slice(0, first), ...pack.slice(last)];
    return [...packsOf(pack.slice(first, last), 1), ...packsOf(others, record.packSize)];
  }

  function take(record: CheckRecord, pack: readonly CheckCall[], result: ScriptResult): CheckCall[][] {
    if (!result.ok && result.code !== 'SCRIPT_ERROR') return divide(record, pack, result);
    const answers = answersOf(result, pack.length);
    for (const [index, call] of pack.entries()) {
      const answer = answers?.[index];
      if (answer !== undefined) call.result = resultOf(call, answer);
      else call.result = result.ok ? failedWith(call, unreadable) : failedWith(call, result, result.line);
    }
    record.isProven = true;
    return [];
  }

  async function ask(record: CheckRecord, calls: readonly CheckCall[], nowMs: number): Promise<void> {
    const isOut = ({ accountId, twinId }: CheckCall) =>
      records.isBlamed(record, twinId) || (!record.isProven && records.isAccountPaused(accountId));
    for (const call of calls) if (isOut(call)) call.result = failedWith(call, record.failure ?? timedOut);
    let open = packsOf(
      calls.filter((call) => !isOut(call)),
      record.packSize,
    );
    while (open.length > 0 && !records.isPaused(record)) {
      const wave = open.slice(0, record.isProven ? open.length : 1);
      open = open.slice(wave.length);
      const inputs = wave.flatMap((pack): ScriptInput[] => {
        const [first] = pack;
        const args = { inputs: pack.map(({ input }) => input) };
        return first ? [{ args, nowMs, seed: 0, accountId: first.accountId }] : [];
      });
      const results = await withinBudget(sandbox.runBatch(record.script, inputs));
      const again = wave.flatMap((pack, index) => {
        const result = results[index];
        return result ? take(record, pack, result) : [];
      });
      open = [...again, ...open].flatMap((pack) => packsOf(pack, record.packSize));
    }
    for (const call of open.flat()) call.result = failedWith(call, record.failure ?? timedOut);
  }

  async function askPatiently(record: CheckRecord, calls: readonly CheckCall[], nowMs: number): Promise<void> {
    try {
      await ask(record, calls, nowMs);
    } catch (error) {
      // An overloaded sandbox must not prevent values from being stored, so the previous results stay.
      if (!(error instanceof AppError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
      log.warn({ err: error, devices: calls.length }, 'health checks could not be asked');
    }
  }

  return {
    recordOf: (check: string) => records.of(check),

    async run(calls: readonly CheckCall[], nowMs: number): Promise<void> {
      // Values of one account can make a check hang, which must not stop the same check for other accounts.
      const byAccount = Map.groupBy(calls, ({ accountId, check }) => `${accountId} ${check}`);
      const groups = [...byAccount.values()].flatMap((own) => {
        const [first] = own;
        return first ? [{ record: records.of(first.check, first.accountId), own }] : [];
      });
      const proven = groups.filter(({ record }) => record.isProven);
      const others = groups.filter(({ record }) => !record.isProven);
      await Promise.all(proven.map(({ record, own }) => askPatiently(record, own, nowMs)));
      for (let at = 0; at < others.length; at += unprovenAtOnce) {
        const some = others.slice(at, at + unprovenAtOnce);
        await Promise.all(some.map(({ record, own }) => askPatiently(record, own, nowMs)));
      }
    },
  };
}
export type Checks = ReturnType<typeof createChecks>;
