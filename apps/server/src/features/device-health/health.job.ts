import type { Clock } from '../../platform/clock/clock.ts';
import { createBudget, OverBudgetError } from '../../platform/clock/work-budget.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineSchedule, type Schedule, type ScheduleRun } from '../../platform/jobs/define-job.ts';
import type { HealthOutcome } from './device-evaluation.ts';
import { unknownHealth } from './evaluate.ts';
import type { Health } from './health.service.ts';
import type { HealthCandidate, HealthDevicesPort } from './ports.ts';
import { findTroubled } from './problem.store.ts';

interface ScheduleDeps {
  health: Pick<Health, 'evaluate' | 'rest' | 'dependsOnTime'>;
  devices: HealthDevicesPort;
  clock: Clock;
  /** Called after the commit with devices whose health has changed. */
  onChange(outcomes: readonly HealthOutcome[]): void;
}

const pageSize = 1_000;
/** Devices evaluated in one transaction; packets of these devices wait for it. */
const devicesAtOnce = 250;
/** The checks of one account may take this long per page before those of others continue. */
const quickMs = 1_000;
/** Devices of a slow account that are evaluated before it is the turn of the next slow account. */
const slowDevicesAtOnce = 25;
/** Slow accounts may use this much of a run: the next run waits for its end, and with it all accounts. */
const slowPhaseMs = 120_000;

/** Time alone can change results of checks that read the clock. Devices with unknown health are evaluated once. */
function isDue({ health }: ScheduleDeps, { entries, health: known }: HealthCandidate): boolean {
  return entries.length > 0 && (known === unknownHealth || health.dependsOnTime(entries));
}

/** Evaluates devices; disabled ones lose their problems. */
async function evaluateSome(deps: ScheduleDeps, db: Db, twinIds: readonly number[]): Promise<HealthOutcome[]> {
  const { health, devices, clock } = deps;
  const subjects = await devices.lockSubjects(db, twinIds);
  const found = new Set(subjects.map(({ twinId }) => twinId));
  const resting = twinIds.filter((twinId) => !found.has(twinId));
  const evaluated = await health.evaluate(db, subjects, clock.now());
  const outcomes = [...evaluated, ...(await health.rest(db, resting, clock.now()))];
  await devices.writeHealth(db, outcomes);
  return outcomes.filter(({ isChanged }) => isChanged);
}

export type EvaluateDevices = (run: Pick<ScheduleRun, 'db' | 'log' | 'signal'>) => Promise<void>;

/** Evaluates all devices whose health may change with time alone. */
export function evaluateDevices(deps: ScheduleDeps): EvaluateDevices {
  /** Accounts that were slow in their last run, with the last device that was evaluated then. */
  const slowAccounts = new Map<number | undefined, number>();

  return async ({ db, log, signal }) => {
    /** Evaluates devices of one account, and returns those that are left when the time is over. */
    async function evaluateWithin(ids: readonly number[], limitMs: number) {
      const budget = createBudget(limitMs);
      for (let at = 0; at < ids.length; at += devicesAtOnce) {
        signal.throwIfAborted();
        const some = ids.slice(at, at + devicesAtOnce);
        try {
          deps.onChange(await budget.run(() => db.transaction((tx) => evaluateSome(deps, tx, some))));
        } catch (err) {
          if (err instanceof OverBudgetError) return { left: ids.slice(at), usedMs: budget.usedMs() };
          // A lost conflict about a lock must not keep later devices from being evaluated.
          log.warn({ err, devices: some.length }, 'devices were not evaluated');
        }
      }
      return { left: [], usedMs: budget.usedMs() };
    }

    /** Slow accounts take turns. Devices that are not reached are the first ones of the next run. */
    async function evaluateSlow(waiting: ReadonlyMap<number | undefined, readonly number[]>): Promise<void> {
      const endMs = deps.clock.now().getTime() + slowPhaseMs;
      let open = [...waiting].map(([accountId, ids]) => {
        const last = slowAccounts.get(accountId) ?? 0;
        const left = [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
        return { accountId, left, usedMs: 0 };
      });
      while (open.length > 0) {
        for (const account of open) {
          if (deps.clock.now().getTime() >= endMs) return;
          const some = account.left.splice(0, slowDevicesAtOnce);
          const { usedMs } = await evaluateWithin(some, Number.POSITIVE_INFINITY);
          account.usedMs += usedMs;
          slowAccounts.set(account.accountId, some.at(-1) ?? 0);
          if (account.left.length === 0 && account.usedMs <= quickMs) slowAccounts.delete(account.accountId);
        }
        open = open.filter(({ left }) => left.length > 0);
      }
    }

    const waiting = new Map<number | undefined, readonly number[]>();
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const page = await deps.devices.page(db, after, pageSize);
      const isLast = page.length < pageSize;
      const upTo = isLast ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.twinId ?? after);
      const due = await findTroubled(db, after, upTo);
      for (const candidate of page) if (isDue(deps, candidate)) due.add(candidate.twinId);
      const ids = [...due].sort((a, b) => a - b);
      const accounts = await deps.devices.accountsOf(db, ids);
      for (const [accountId, own] of Map.groupBy(ids, (id) => accounts.get(id))) {
        const isSlow = slowAccounts.has(accountId) || waiting.has(accountId);
        const left = isSlow ? own : (await evaluateWithin(own, quickMs)).left;
        if (left.length > 0) waiting.set(accountId, [...(waiting.get(accountId) ?? []), ...left]);
      }
      if (isLast) break;
      after = upTo;
    }
    for (const accountId of slowAccounts.keys()) if (!waiting.has(accountId)) slowAccounts.delete(accountId);
    // Accounts with slow checks come last, so that no other account waits for them.
    await evaluateSlow(waiting);
  };
}

/** Runs without packets, so that silent devices are detected. */
export const evaluateEveryFiveMinutes = (run: EvaluateDevices): Schedule =>
  defineSchedule({ name: 'device-health.judge', cron: '*/5 * * * *', run });
