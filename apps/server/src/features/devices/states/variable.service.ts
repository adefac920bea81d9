import type { Device } from '@stellwerk/contract/device';
import type { ValueType } from '@stellwerk/contract/state';
import { listPackets } from '../../../ingest/log/list/list.store.ts';
import type { Parsers } from '../../../ingest/ports.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { StateLock } from '../../states/index.ts';
import type { TwinService } from '../../twins/index.ts';
import { remoteFor } from '../change/remote.service.ts';
import type { DeviceService } from '../device.service.ts';
import { changedDeviceKind } from '../device.service.ts';
import { changeDevice, findDevice, lockDevice, versionOf } from '../device.store.ts';
import { readPast } from '../directory/past.ts';
import { findDeviceRows } from '../list/device-row.store.ts';
import type { DeviceConnectors } from '../ports.ts';
import { addMissingStates } from './device-states.service.ts';
import type { VariableOfState } from './device-states.ts';

interface VariableDeps {
  devices: Pick<DeviceService, 'read'>;
  twins: TwinService;
  connectors: DeviceConnectors;
  parsers: Parsers;
  locks: () => readonly StateLock[];
}

/** Number of newest packets that are searched for a variable that the driver does not describe. */
const lookedAt = 50;

function typeOf(value: JsonValue): ValueType {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') {
    return typeof value as ValueType;
  }
  return 'json';
}

export function createVariableService({ devices, twins, connectors, parsers, locks }: VariableDeps) {
  async function requireUnlocked({ db }: Ctx, twinId: number): Promise<void> {
    for (const lock of locks()) await lock(db, { twinId, feedsFromDevice: true });
  }

  const variablesOf = async (ctx: Ctx, id: number) => {
    const device = (await findDevice(ctx.db, id)) ?? fail('VDEVICE_NOT_FOUND');
    return (await versionOf(ctx.db, device))?.variables ?? [];
  };

  /** The type of a variable that the driver does not describe is the type of its newest value. */
  async function guess(ctx: Ctx, id: number, names: readonly string[]): Promise<VariableOfState[]> {
    if (names.length === 0) return [];
    const packets = await listPackets(ctx.db, { deviceIds: [id], limit: lookedAt });
    const readings = await readPast(ctx.db, parsers, packets);
    const types = new Map<string, ValueType>();
    for (const { variables } of readings.toReversed()) {
      for (const { name, value } of variables) types.set(name, typeOf(value));
    }
    return names.map((name) => ({ name, title: '', unit: '', valueType: types.get(name) ?? 'json' }));
  }

  /** Copies title and data of the device from the other system, if the connector manages devices. */
  async function takeOver(ctx: Ctx, id: number): Promise<void> {
    const [found] = await findDeviceRows(ctx.db, ctx.actor, [id]);
    if (!found) return fail('VDEVICE_NOT_FOUND');
    const { connectorId, externalId, title, connectorData } = found;
    const remote = await remoteFor(connectors, found.connectorType)?.read({
      ...{ connectorId, externalId, title, connectorData },
    });
    if (remote?.title) await twins.update(ctx, id, { title: remote.title }, changedDeviceKind);
    if (!remote?.connectorData) return;
    await lockDevice(ctx.db, id);
    await changeDevice(ctx.db, id, externalId, { connectorData: { ...connectorData, ...remote.connectorData } });
  }

  return {
    async synchronise(ctx: Ctx, id: number): Promise<{ device: Device; addedStates: string[] }> {
      await takeOver(ctx, id);
      const isLocked = await requireUnlocked(ctx, id).then(
        () => false,
        (error: unknown) => {
          if (error instanceof AppError && error.class === 'user') return true;
          throw error;
        },
      );
      // Something else decides which states the device has.
      const addedStates = isLocked ? [] : await addMissingStates(ctx.db, id, await variablesOf(ctx, id));
      const device = await devices.read(ctx, id);
      ctx.activity.details = { title: device.title, states: addedStates.length };
      return { device, addedStates };
    },

    async addStates(ctx: Ctx, id: number, names: readonly string[]): Promise<string[]> {
      await requireUnlocked(ctx, id);
      const described = new Map((await variablesOf(ctx, id)).map((variable) => [variable.name, variable]));
      const wanted = [...new Set(names)];
      const known = wanted.flatMap((name) => described.get(name) ?? []);
      const guessed = await guess(
        ctx,
        id,
        wanted.filter((name) => !described.has(name)),
      );
      const added = await addMissingStates(ctx.db, id, [...known, ...guessed]);
      ctx.activity.details = { states: added.length };
      return added;
    },
  };
}
export type VariableService = ReturnType<typeof createVariableService>;
