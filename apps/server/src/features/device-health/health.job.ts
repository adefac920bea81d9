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
export const evaluateDevices =
  (deps: ScheduleDeps): EvaluateDevices =>
  async ({ db, log, signal }) => {
    /** Devices of one account at a time; false if that took longer than the limit. */
    async function isDone(ids: readonly number[], limitMs: number): Promise<boolean> {
      const budget = createBudget(limitMs);
      for (let at = 0; at < ids.length; at += devicesAtOnce) {
        signal.throwIfAborted();
        const some = ids.slice(at, at + devicesAtOnce);
        try {
          deps.onChange(await budget.run(() => db.transaction((tx) => evaluateSome(deps, tx, some))));
        } catch (err) {
          if (err instanceof OverBudgetError) return false;
          // A lost conflict about a lock must not keep later devices from being evaluated.
          log.warn({ err, devices: some.length }, 'devices were not evaluated');
        }
      }
      return true;
    }

    const slow: number[][] = [];
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const page = await deps.devices.page(db, after, pageSize);
      const isLast = page.length < pageSize;
      const upTo = isLast ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.twinId ?? after);
      const due = await findTroubled(db, after, upTo);
      for (const candidate of page) if (isDue(deps, candidate)) due.add(candidate.twinId);
      const ids = [...due].sort((a, b) => a - b);
      const accounts = await deps.devices.accountsOf(db, ids);
      for (const own of Map.groupBy(ids, (id) => accounts.get(id)).values()) {
        if (!(await isDone(own, quickMs))) slow.push(own);
      }
      if (isLast) break;
      after = upTo;
    }
    // Accounts with slow checks come last, so that nobody waits for them.
    for (const own of slow) await isDone(own, Number.POSITIVE_INFINITY);
  };

/** Runs without packets, so that silent devices are detected. */
export const evaluateEveryFiveMinutes = (run: EvaluateDevices): Schedule =>
  defineSchedule({ name: 'device-health.judge', cron: '*/5 * * * *', run });
