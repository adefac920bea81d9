import { type Device, type HealthProblem, healths } from '@stellwerk/contract/device';
import type { HealthEntry } from '@stellwerk/contract/health';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Live } from '../../../platform/live/live.ts';
import { type Health, type HealthOutcome, problemsToWire } from '../../device-health/index.ts';
import { readTwinStates } from '../../states/index.ts';
import { publishHealth } from '../device.events.ts';
import type { DeviceLock } from '../ports.ts';
import {
  copyToDevices,
  healthDevices,
  readChecksInUse,
  readDriverChecks,
  writeHealthConfig,
} from './health-devices.store.ts';

interface DeviceHealthDeps {
  health: Health;
  clock: Clock;
  live: Pick<Live, 'publish'>;
  read(ctx: Ctx, id: number): Promise<Device>;
  locks: () => readonly DeviceLock[];
}

interface HealthResponse {
  health: (typeof healths)[number];
  problems: HealthProblem[];
}

const responseOf = ({ language }: Ctx, outcome: HealthOutcome | undefined): HealthResponse => ({
  health: healths[outcome?.health ?? 0] ?? 'unknown',
  problems: problemsToWire(outcome?.problems ?? [], language),
});

/**
 * Evaluates devices again after a change of their checks, driver or operational status, or after they were enabled, in
 * the transaction of the caller. Disabled devices have no health.
 */
export const createReevaluation =
  ({ health, clock }: { health: Pick<Health, 'evaluate'>; clock: Clock }) =>
  async (db: Db, twinIds: readonly number[]): Promise<HealthOutcome[]> => {
    const subjects = await healthDevices.lockSubjects(db, twinIds);
    const outcomes = await health.evaluate(db, subjects, clock.now());
    await healthDevices.writeHealth(db, outcomes);
    return outcomes;
  };

export function createDeviceHealthService({ health, clock, live, read, locks }: DeviceHealthDeps) {
  const reevaluate = createReevaluation({ health, clock });
  const tell = ({ afterCommit }: Ctx, outcomes: readonly HealthOutcome[]) => {
    const changed = outcomes.filter(({ isChanged }) => isChanged);
    afterCommit(() => publishHealth(live, changed));
  };

  return {
    readDriver: ({ db }: Ctx, driverId: number): Promise<HealthEntry[]> => readDriverChecks(db, driverId),

    async applyDriver({ db, actor, activity }: Ctx, driverId: number): Promise<{ devices: number }> {
      const entries = await readDriverChecks(db, driverId);
      // Without checks, nothing would evaluate the devices again, and old problems would stay.
      const bound = (await Promise.all(locks().map((lock) => lock.boundDevices(db, driverId)))).flat();
      const count = entries.length === 0 ? 0 : await copyToDevices(db, actor, { driverId, entries, bound });
      activity.details = { devices: count, checks: entries.map(({ identifier }) => identifier) };
      return { devices: count };
    },

    async synchronise(ctx: Ctx, id: number): Promise<HealthResponse> {
      const outcomes = await reevaluate(ctx.db, [id]);
      tell(ctx, outcomes);
      return responseOf(ctx, outcomes[0]);
    },

    async configure(ctx: Ctx, id: number, from: 'own' | 'driver', given: HealthEntry[]): Promise<Device> {
      const { db } = ctx;
      const entries = from === 'driver' ? ((await readChecksInUse(db, id)) ?? fail('VDEVICE_NO_DRIVER')) : given;
      await health.checkEntries(entries, ctx.actor.accountId);
      for (const lock of locks()) await lock.check(db, id, { healthConfig: entries });
      await writeHealthConfig(db, id, entries);
      tell(ctx, await reevaluate(db, [id]));
      const device = await read(ctx, id);
      ctx.activity.details = { title: device.title, checks: entries.map(({ identifier }) => identifier) };
      return device;
    },

    async ignore(ctx: Ctx, id: number, identifier: string, isIgnored: boolean): Promise<HealthResponse> {
      const { db } = ctx;
      const [subject] = await healthDevices.lockSubjects(db, [id]);
      if (!subject) fail('VDEVICE_PROBLEM_NOT_FOUND');
      const outcome = await health.ignore(db, subject, { identifier, isIgnored, now: clock.now() });
      await healthDevices.writeHealth(db, [outcome]);
      tell(ctx, [outcome]);
      ctx.activity.details = { identifier, isIgnored };
      return responseOf(ctx, outcome);
    },

    async test(ctx: Ctx, id: number, entry: HealthEntry) {
      const { lastSeenAt, tenantId } = await read(ctx, id);
      const states = (await readTwinStates(ctx.db, id)).map((state) => ({ stateId: state.id, key: state.key }));
      const seen = lastSeenAt === null ? null : new Date(lastSeenAt);
      const subject = { twinId: id, accountId: tenantId, entries: [], states, lastSeenAt: seen, operationalStatus: 0 };
      const { message, logs, failure } = await health.tryCheck(ctx.db, subject, entry, clock.now());
      if (!failure) return { message, logs, error: null };
      const { code, message: text } = renderError({ ...failure, issues: [] }, ctx.language, '');
      return { message, logs, error: { code, message: text } };
    },
  };
}
export type DeviceHealthService = ReturnType<typeof createDeviceHealthService>;
