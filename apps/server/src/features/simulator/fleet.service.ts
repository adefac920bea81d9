import { randomInt } from 'node:crypto';
import type { RouteInput } from '@stellwerk/contract/core/route';
import {
  type createFleet,
  type Fleet,
  fleetLimits,
  type listFleets,
  type updateFleet,
} from '@stellwerk/contract/fleet';
import type { ConnectorSender } from '@stellwerk/plugin/connector-sender';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { DeviceBulk } from '../devices/index.ts';
import { addTwins, type TwinKind } from '../twins/index.ts';
import { makeFleetKind } from './create-devices.job.ts';
import { changeFleet, findFleet, findFleets, insertFleet, lockFleet } from './fleet.store.ts';
import { prefixOf } from './fleet-devices.ts';
import { toWire } from './fleet-mapper.ts';
import type { Parts } from './fleet-parts.service.ts';
import { isComputedFrom } from './fleet-parts.store.ts';
import { type Profiles, toWire as profileToWire } from './profiles.ts';
import { removeFleetKind } from './remove.job.ts';
import type { SimulatorRunner } from './runner.ts';

interface FleetDeps {
  jobs: Pick<Jobs, 'enqueue'>;
  profiles: Profiles;
  senders: ReadonlyMap<string, ConnectorSender>;
  bulk: Pick<DeviceBulk, 'check'>;
  parts: Parts;
  runner: Pick<SimulatorRunner, 'figures'>;
  /** Applies a change to running fleets at once; without it they notice at their next poll. */
  onChange(): Promise<void>;
}

type Creation = RouteInput<typeof createFleet>['body'];
type Change = RouteInput<typeof updateFleet>['body'];

/** The twin above the devices of a fleet: the permission to create devices is enough to create it. */
const topKind: TwinKind = { noun: 'twin', category: 'digitalTwin', permission: 'VirtualDevice.manage' };

function requirePace({ deviceCount, intervalSeconds }: { deviceCount: number; intervalSeconds: number }): void {
  const limit = fleetLimits.messagesPerSecond;
  if (deviceCount / intervalSeconds > limit) fail('FLEET_TOO_FAST', { limit });
}

/** The title of the twin is the name of the fleet. */
function refuseName(error: unknown): never {
  if (!(error instanceof AppError && error.code === 'DTWIN_CREATE_DUPLICATE_ENTRY')) throw error;
  return fail(error.code, {}, { issues: [{ path: 'name', code: 'taken', params: {} }], cause: error });
}

export function createFleetService(deps: FleetDeps) {
  const { jobs, profiles, senders, bulk, parts, runner, onChange } = deps;

  async function read(ctx: Ctx, id: number): Promise<Fleet> {
    const row = (await findFleet(ctx.db, id)) ?? fail('FLEET_NOT_FOUND');
    return toWire(row, { runner, actor: ctx.actor, language: ctx.language });
  }

  return {
    read,

    profiles: async () => ({
      data: { profiles: [...profiles.values()].map(profileToWire), connectorTypes: [...senders.keys()] },
    }),

    async list(ctx: Ctx, query: RouteInput<typeof listFleets>['query']) {
      const { rows, ...total } = await findFleets(ctx.db, ctx.actor, query);
      const data = rows.map((row) => toWire(row, { runner, actor: ctx.actor, language: ctx.language }));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    /** Creates twin, connector and driver at once; a background job creates the devices. */
    async create(ctx: Ctx, input: Creation): Promise<{ id: number; jobId: number }> {
      const { db, actor } = ctx;
      const { tenantId: accountId, connectorId: given, seed = randomInt(2 ** 31), ...fields } = input;
      const { name, deviceCount } = fields;
      const loaded = profiles.get(input.profile) ?? fail('FLEET_PROFILE_UNKNOWN', { profile: input.profile });
      requirePace(fields);
      const top = { title: name, icon: loaded.profile.icon };
      const place = { place: { tenantId: accountId }, kind: topKind, createdBy: actor.userId, twins: [top] };
      const { ids } = await addTwins(db, actor, place).catch(refuseName);
      const connector = await parts.connector(ctx, { accountId, name, given });
      await bulk.check(db, { accountId, connectorId: connector.connectorId, count: deviceCount });
      const driver = await parts.driver(ctx, accountId, loaded);
      const row = { ...fields, ...connector, ...driver, accountId, seed, isRunning: true, twinId: ids[0] ?? null };
      const id = await insertFleet(db, row);
      const { scopeId } = (await findFleet(db, id)) ?? fail('FLEET_NOT_FOUND');
      const job = {
        accountId,
        scopeId,
        userId: actor.userId,
        apiKeyId: actor.apiKeyId,
        title: name,
        resource: 'fleet',
        entityId: id,
      };
      const jobId = await jobs.enqueue(db, {
        ...job,
        kind: makeFleetKind,
        total: deviceCount,
        payload: { fleetId: id },
      });
      await changeFleet(db, id, { jobId });
      ctx.activity.objects.push({ noun: 'fleet', id });
      ctx.activity.details = { name, profile: input.profile, devices: deviceCount };
      return { id, jobId };
    },

    async update(ctx: Ctx, id: number, { revision, ...change }: Change): Promise<Fleet> {
      const before = (await lockFleet(ctx.db, id)) ?? fail('FLEET_NOT_FOUND');
      if (before.revision !== revision || before.state === 'removing') fail('FLEET_CHANGED_MEANWHILE');
      requirePace({ ...before, ...(change.intervalSeconds ? { intervalSeconds: change.intervalSeconds } : {}) });
      await changeFleet(ctx.db, id, change);
      ctx.activity.details = { name: change.name ?? before.name };
      ctx.afterCommit(onChange);
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number): Promise<{ jobId: number }> {
      const { db, actor } = ctx;
      const before = (await lockFleet(db, id)) ?? fail('FLEET_NOT_FOUND');
      const { scopeId, jobState, jobId: lastJobId } = (await findFleet(db, id)) ?? fail('FLEET_NOT_FOUND');
      const isGoing =
        before.state === 'removing' && ['created', 'inprogress', 'postprocessing'].includes(jobState ?? '');
      if (isGoing && lastJobId !== null) return { jobId: lastJobId };
      const { accountId, name, deviceCount, connectorId } = before;
      const isUsed =
        connectorId !== null && (await isComputedFrom(db, { accountId, connectorId, prefix: prefixOf(id) }));
      // States of other twins are computed from states of this fleet.
      if (isUsed) fail('DTWIN_DELETE_STATES_AGGREGATED');
      const jobId = await jobs.enqueue(db, {
        accountId,
        scopeId,
        userId: actor.userId,
        apiKeyId: actor.apiKeyId,
        title: name,
        resource: 'fleet',
        kind: removeFleetKind,
        total: deviceCount,
        payload: { fleetId: id },
      });
      await changeFleet(db, id, { state: 'removing', isRunning: false, jobId });
      ctx.activity.details = { name };
      ctx.afterCommit(onChange);
      return { jobId };
    },
  };
}
export type FleetService = ReturnType<typeof createFleetService>;
