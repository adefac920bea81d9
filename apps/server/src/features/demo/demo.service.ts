import type { DemoWorld } from '@stellwerk/contract/demo';
import { shardCount } from '../../ingest/log/packet.ts';
import { reserveNumbers } from '../../ingest/log/shards.store.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createAccount } from '../accounts/index.ts';
import type { SimulatorRunner } from '../simulator/index.ts';
import { planWorld } from './build/build.ts';
import * as store from './demo.store.ts';
import { reservedNumbers } from './past/packets.ts';
import { everyDevice } from './plan.ts';
import { type RemovalJobs, requestRemoval } from './removal-request.service.ts';
import type { World } from './world/types.ts';

/** Size of the world; tests use a small one. */
interface DemoSize {
  scale?: number;
  days?: number;
}

interface DemoDeps {
  database: Database;
  clock: Clock;
  world: World;
  runner: Pick<SimulatorRunner, 'run' | 'stop'>;
}

/** A fixed seed, so that guides describe the same world on each installation. */
const seed = 1_905;
const groupOf = (connectorId: number) => `demo/${connectorId}`;

export function createDemoService({ database, clock, world, runner }: DemoDeps) {
  /** Connectors whose devices send data. */
  const sending = new Set<number>();

  /** Starts the devices of a complete world; devices that are silent by design stay silent. */
  async function begin(): Promise<void> {
    const { db } = database;
    const row = await store.findWorld(db);
    if (!row?.finishedAt) return;
    const accountIds = (await store.findBranch(db, row.accountId)).map(({ id }) => id);
    const known = await store.readDevices(db, accountIds);
    // Plans the whole world, because the size of the existing one is unknown.
    const specs = planWorld(world, { seed: row.seed, scale: 1 })
      .flatMap(({ twins }) => everyDevice(twins))
      .filter(({ silentDays }) => silentDays === 0)
      .flatMap(({ spec, externalId }) => {
        const device = known.get(externalId);
        return device ? [{ connectorId: device.connectorId, spec: { ...spec, originMs: row.startsAt.getTime() } }] : [];
      });
    for (const [connectorId, members] of Map.groupBy(specs, (each) => each.connectorId)) {
      sending.add(connectorId);
      await runner.run({ id: groupOf(connectorId), connectorId, senders: members.map(({ spec }) => spec) });
    }
  }

  async function end(): Promise<void> {
    for (const connectorId of sending) await runner.stop(groupOf(connectorId));
    sending.clear();
  }

  function stateOf(
    { finishedAt }: store.WorldRow,
    job: Awaited<ReturnType<typeof store.findDemoJob>>,
  ): DemoWorld['state'] {
    const isOpen = store.isOpenJob(job);
    if (isOpen && job?.kind === store.removeKind) return 'removing';
    if (finishedAt) return 'ready';
    return isOpen ? 'building' : 'failed';
  }

  async function beginnings(db: Db, row: store.WorldRow, accountIds: readonly number[]) {
    if (!row.finishedAt) return { dashboardId: null, twinId: null };
    const dashboards = await store.findDashboards(db, row.accountId);
    const twins = await store.readKeys(db, accountIds);
    return {
      dashboardId: dashboards.find(({ name }) => name === world.showcase.dashboard)?.id ?? null,
      // A smaller world may lack this twin, but has the first of its kind.
      twinId: twins.get(world.showcase.twin) ?? twins.get(world.showcase.twin.replace(/\d+$/, '1')) ?? null,
    };
  }

  return {
    begin,
    end,

    /** On the first start: creates the account, and a job that fills it in the background. */
    async plant(jobs: Pick<Jobs, 'enqueue'>, size: DemoSize = {}): Promise<void> {
      // Must precede the first packet, because past packets need lower sequence numbers.
      if (!(await reserveNumbers(database.pool, shardCount, reservedNumbers))) return;
      await database.db.transaction(async (tx) => {
        const top = await store.findTop(tx);
        if (!top) return;
        const { name, description } = world.account;
        const { id } = await createAccount(tx, { name, description, parentId: top.accountId });
        await store.insertWorld(tx, { accountId: id, seed, startsAt: clock.now() });
        const job = { ...top, apiKeyId: null, kind: store.buildKind, title: name, resource: 'demo', payload: size };
        await jobs.enqueue(tx, job);
      });
    },

    async read({ db }: Ctx): Promise<DemoWorld | null> {
      const row = await store.findWorld(db);
      if (!row) return null;
      const job = await store.findDemoJob(db);
      const state = stateOf(row, job);
      const isBusy = state === 'building' || state === 'removing';
      const accountIds = (await store.findBranch(db, row.accountId)).map(({ id }) => id);
      return {
        tenantId: row.accountId,
        tenantName: row.accountName,
        state,
        jobId: isBusy ? (job?.id ?? null) : null,
        done: job?.done ?? 0,
        total: job?.total ?? 0,
        deviceCount: await store.countDevicesIn(db, accountIds),
        startedAt: row.createdAt.toISOString(),
        finishedAt: row.finishedAt?.toISOString() ?? null,
        ...(await beginnings(db, row, accountIds)),
      };
    },

    async remove(ctx: Ctx, jobs: RemovalJobs): Promise<number> {
      const { id, name } = await requestRemoval(ctx.db, jobs, ctx.actor);
      ctx.activity.details = { name };
      return id;
    },
  };
}
export type DemoService = ReturnType<typeof createDemoService>;
