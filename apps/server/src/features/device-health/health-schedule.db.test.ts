import type { HealthEntry } from '@stellwerk/contract/health';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { withinBudget } from '../../platform/clock/work-budget.ts';
import { createLog } from '../../platform/log/log.ts';
import { evaluateDevices } from './health.job.ts';
import type { HealthSubject } from './ports.ts';

const [hostile, other] = [1, 2];
const entry: HealthEntry = {
  identifier: 'x',
  category: 'device',
  severity: 'error',
  stateKeys: [],
  check: 'true',
  durationMinutes: 0,
  message: '',
};

interface World {
  /** Devices of the hostile account; as many devices of the other account follow. */
  count: number;
  nowMs?: () => number;
  evaluate(subjects: readonly HealthSubject[]): Promise<void>;
  onChange?(twinIds: readonly number[]): void;
}

/** The schedule, with devices that live in memory. */
async function open({ count, nowMs = () => Date.now(), evaluate, onChange }: World) {
  const { db } = await useTestDatabase();
  const accountOf = (twinId: number) => (twinId <= count ? hostile : other);
  const twinIds = Array.from({ length: 2 * count }, (_, index) => index + 1);
  const finished: number[] = [];
  const run = evaluateDevices({
    clock: { now: () => new Date(nowMs()) },
    devices: {
      page: async () => twinIds.map((twinId) => ({ twinId, entries: [entry], health: 0 })),
      accountsOf: async (_, ids) => new Map(ids.map((id) => [id, accountOf(id)])),
      lockSubjects: async (_, ids) =>
        ids.map((twinId) => ({
          ...{ twinId, accountId: accountOf(twinId), entries: [], states: [] },
          ...{ lastSeenAt: null, operationalStatus: 0 },
        })),
      async writeHealth() {},
    },
    health: {
      dependsOnTime: () => true,
      rest: async () => [],
      async evaluate(_, subjects) {
        await evaluate(subjects);
        return subjects.map(({ twinId }) => ({ twinId, health: 1, isChanged: true, problems: [] }));
      },
    },
    onChange(outcomes) {
      const ids = outcomes.map(({ twinId }) => twinId);
      finished.push(...ids);
      onChange?.(ids);
    },
  });
  return {
    /** The devices that were evaluated, in order. */
    async run(): Promise<number[]> {
      finished.length = 0;
      await run({ db, log: createLog('silent'), signal: new AbortController().signal });
      return [...finished];
    },
  };
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index + 1);
const isHostile = ([first]: readonly HealthSubject[]) => first?.accountId === hostile;

describe('the schedule of health checks', () => {
  it('evaluates the devices of an account without waiting for slow checks of another', async () => {
    const released = Promise.withResolvers<void>();
    const schedule = await open({
      count: 5,
      async evaluate(subjects) {
        // Scripts of the hostile account end only after the devices of the other account have been evaluated.
        if (isHostile(subjects)) await withinBudget(released.promise);
      },
      onChange: () => released.resolve(),
    });
    expect(await schedule.run()).toEqual([...upTo(5, 5), ...upTo(5)]);
  });

  it('ends in time although the checks of an account take for ever, and continues with them in the next run', async () => {
    let nowMs = 0;
    let wasSlow = false;
    const schedule = await open({
      count: 100,
      nowMs: () => nowMs,
      async evaluate(subjects) {
        if (!isHostile(subjects)) return;
        // Over the budget of any account at first, and then a minute for each device.
        if (!wasSlow) await withinBudget(new Promise(() => {})).finally(() => (wasSlow = true));
        nowMs += subjects.length * 60_000;
      },
    });
    const others = upTo(100, 100);
    expect(await schedule.run()).toEqual([...others, ...upTo(25)]);
    expect(await schedule.run()).toEqual([...others, ...upTo(25, 25)]);
    expect(await schedule.run()).toEqual([...others, ...upTo(25, 50)]);
    expect(await schedule.run()).toEqual([...others, ...upTo(25, 75)]);
    expect(await schedule.run()).toEqual([...others, ...upTo(25)]);
  });
});
