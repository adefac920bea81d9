import type { HealthEntry } from '@stellwerk/contract/health';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../../platform/clock/clock.ts';
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
const accountOf = (twinId: number) => (twinId <= 5 ? hostile : other);
const twinIds = Array.from({ length: 10 }, (_, index) => index + 1);

it('evaluates the devices of an account without waiting for slow checks of another', async () => {
  const { db } = await useTestDatabase();
  const finished: number[] = [];
  const released = Promise.withResolvers<void>();
  const evaluated = (subjects: readonly HealthSubject[]) =>
    subjects.map(({ twinId }) => ({ twinId, health: 1, isChanged: true, problems: [] }));
  const run = evaluateDevices({
    clock: systemClock,
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
        // Scripts of the hostile account end only after the devices of the other account have been evaluated.
        if (subjects.some(({ accountId }) => accountId === hostile)) await withinBudget(released.promise);
        return evaluated(subjects);
      },
    },
    onChange(outcomes) {
      finished.push(...outcomes.map(({ twinId }) => accountOf(twinId)));
      released.resolve();
    },
  });
  await run({ db, log: createLog('silent'), signal: new AbortController().signal });
  expect(finished).toEqual([...Array(5).fill(other), ...Array(5).fill(hostile)]);
});
