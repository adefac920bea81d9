import type { Device } from '@stellwerk/contract/device';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import type { Parsers } from '../../../ingest/ports.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { JobCanceled } from '../../../platform/jobs/active-run.ts';
import type { JobItemError, JobRun } from '../../../platform/jobs/define-job.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createValues } from '../../states/index.ts';
import { activeGrantsOf } from '../../users/index.ts';
import type { RunRules } from '../ports.ts';
import { createDeviceFixture, startDeviceServer } from '../testing/devices.fixture.ts';
import { storePackets } from '../testing/packets.fixture.ts';
import { reparseJob } from './reparse.job.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

/** Takes the payload as it is, and notes which packets it saw. */
function createParsers() {
  const seen: unknown[] = [];
  const parsers: Parsers = {
    async parse(_id, inputs) {
      return inputs.map(({ payload }) => {
        seen.push(payload);
        return { ok: true, sets: [{ at: null, values: { t: payload } }] };
      });
    },
  };
  return { seen, parsers };
}

interface Setting {
  resumeFrom?: number;
  /** Somebody asks for it once this many packets are done. */
  cancelAt?: number;
  runRules?: boolean;
  rules?: RunRules;
}

/** A run of the job as the engine starts it. */
async function runJob(user: TestUser, devices: { id: number; packets: number }[], setting: Setting = {}) {
  const { resumeFrom = 0, cancelAt = Number.POSITIVE_INFINITY, runRules = false, rules } = setting;
  const { seen, parsers } = createParsers();
  const values = createValues({ history: server.history, sandbox: server.sandbox, clock: systemClock });
  const kind = reparseJob({ parsers, values, live: { publish() {} }, ...(rules ? { rules } : {}) });
  const errors: JobItemError[] = [];
  let progress = { done: 0, total: 0 };
  const base: Omit<JobRun, 'payload'> = {
    ...{ id: 7, accountId: user.account.id, scopeId: user.account.scopeId, userId: user.id, attempt: 1, resumeFrom },
    ...{ apiKeyId: null, grants: () => activeGrantsOf(server.database.db, user.id) },
    ...{ signal: new AbortController().signal, db: server.database.db, log: createLog('silent') },
    progress: (done, total = progress.total) => {
      progress = { done, total };
    },
    error: (entry) => errors.push(entry),
    throwIfCanceled() {
      if (progress.done >= cancelAt) throw new JobCanceled();
    },
    items: async () => {},
    postprocessing: async () => {},
  };
  const payload = { devices, fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 2), runRules };
  const ended = await kind.start(base, payload).catch((error: unknown) => error);
  return { seen, errors, progress, ended, kind, payload };
}

async function devicesWith(counts: number[]) {
  const { user, account, connector } = await fixture.manager();
  const driver = await fixture.driver(account, [{ name: 't' }]);
  const made: (Device & { packets: number })[] = [];
  for (const [index, packets] of counts.entries()) {
    const device = await fixture.create(user, connector, { driverId: driver.id });
    const given = Array.from({ length: packets }, (_, number) => ({
      at: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
      payload: index * 10_000 + number,
    }));
    await storePackets(server, device, given);
    made.push({ ...device, packets });
  }
  return { user, devices: made };
}

const pointsOf = async (device: Pick<Device, 'id'>) => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `select id from states where twin_id = $1 and key = 't'`,
    [device.id],
  );
  return server.history.range({
    ...{ series: rows[0]?.id ?? 0, from: 0, to: Date.UTC(2027, 0), limit: 10_000 },
    order: 'ascending',
  });
};

describe('a run of a re-parse', () => {
  it('goes on with the first device that was not finished, and doubles nothing', async () => {
    const { user, devices } = await devicesWith([3, 600, 2]);
    await runJob(user, devices);
    const again = await runJob(user, devices, { resumeFrom: 3 + 500 });
    expect(again.seen).toHaveLength(602);
    expect(again.progress).toEqual({ done: 605, total: 605 });
    for (const device of devices) expect(await pointsOf(device)).toHaveLength(device.packets);
  });

  it('keeps what is done when somebody cancels it, and knows what is left', async () => {
    const { user, devices } = await devicesWith([2, 600, 1]);
    const { ended, progress, kind, payload } = await runJob(user, devices, { cancelAt: 500 });
    expect([ended, progress]).toEqual([expect.any(JobCanceled), { done: 502, total: 603 }]);
    expect(await Promise.all(devices.map(async (device) => (await pointsOf(device)).length))).toEqual([2, 500, 0]);
    const left = (failed: number[], done: number) =>
      kind.retry?.(payload, { failedIds: new Set(failed), failedLines: new Set(), done });
    const idsOf = (rest: unknown) => (rest as typeof payload | undefined)?.devices.map(({ id }) => id);
    const [first, second, third] = devices.map(({ id }) => id);
    expect(idsOf(left([], progress.done))).toEqual([second, third]);
    expect(idsOf(left([first ?? 0], 603))).toEqual([first]);
    expect(left([], 603)).toBeUndefined();
  });

  it('reports devices that are deleted or no longer the starter’s, and goes on', async () => {
    const { user, devices } = await devicesWith([1, 1]);
    const stranger = await devicesWith([1]);
    const gone = { id: 999_999, packets: 1 };
    const { errors, progress } = await runJob(user, [gone, ...stranger.devices, ...devices]);
    expect(errors).toMatchObject([
      { entityId: gone.id, code: 'VDEVICE_NOT_FOUND' },
      { entityId: stranger.devices[0]?.id, code: 'PERMISSION_DENIED' },
    ]);
    expect(progress).toEqual({ done: 4, total: 4 });
    expect(await pointsOf(stranger.devices[0] ?? { id: 0 })).toEqual([]);
  });

  it('runs rules only when they are asked for', async () => {
    const { user, devices } = await devicesWith([2]);
    const told: unknown[] = [];
    const rules: RunRules = async (_db, applied) => {
      told.push(...applied.map(({ value }) => value));
    };
    await runJob(user, devices, { rules });
    expect(told).toEqual([]);
    await runJob(user, devices, { rules, runRules: true });
    expect(told).toEqual([0, 1]);
  });
});
