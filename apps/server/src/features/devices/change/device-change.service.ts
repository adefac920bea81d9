import type { RouteInput } from '@stellwerk/contract/core/route';
import { type Device, operationalStatuses, type updateDevice } from '@stellwerk/contract/device';
import type { TargetVariable } from '@stellwerk/contract/driver';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Health } from '../../device-health/index.ts';
import type { TwinService } from '../../twins/index.ts';
import { changedDeviceKind, type DeviceService } from '../device.service.ts';
import {
  accountsOf,
  changeDevice,
  type DeviceChange,
  type DeviceRecord,
  type FoundVersion,
  findVersion,
  lockDevice,
} from '../device.store.ts';
import type { HealthUpdates } from '../health/health-update.service.ts';
import type { DeviceConnectors, DeviceLock } from '../ports.ts';
import { addMissingStates, removeUnknownStates } from '../states/device-states.service.ts';
import { bindConnector, bindDriver, requireRoom } from './binding.service.ts';

type Change = RouteInput<typeof updateDevice>['body'];
export type DeviceInput = Change;

interface ChangeDeps {
  devices: Pick<DeviceService, 'read'>;
  twins: TwinService;
  connectors: DeviceConnectors;
  checks: Pick<Health, 'checkEntries'>;
  health: HealthUpdates;
  locks: () => readonly DeviceLock[];
}

interface Rebound {
  change: DeviceChange;
  /** The variables of the new driver, if the driver changes. */
  variables?: readonly TargetVariable[];
}

export function createDeviceChangeService({ devices, twins, connectors, checks, health, locks }: ChangeDeps) {
  /** Checks a new connector, external id or connector data by the rules of the connector's kind. */
  async function rebindConnector(
    db: Db,
    before: DeviceRecord,
    accountId: number,
    change: Change,
  ): Promise<DeviceChange> {
    const { connectorId = before.connectorId, externalId = before.externalId } = change;
    const { connectorData = before.connectorData } = change;
    const isSame = connectorId === before.connectorId;
    if (isSame && change.externalId === undefined && change.connectorData === undefined) return {};
    const bound = await bindConnector(db, connectors, { accountId, connectorId, externalId, connectorData });
    if (!isSame) await requireRoom(db, connectorId, bound.deviceLimit);
    return { connectorId, externalId: bound.externalId, connectorData: bound.connectorData };
  }

  async function requireVersion(db: Db, driverId: number | null, number: number): Promise<FoundVersion> {
    if (driverId === null) return fail('VDEVICE_NO_DRIVER');
    const version = await findVersion(db, driverId, number);
    if (version) return version;
    return fail('VALIDATION_ERROR', {}, { issues: [{ path: 'driverVersion', code: 'invalid', params: {} }] });
  }

  async function rebindDriver(db: Db, before: DeviceRecord, accountId: number, change: Change): Promise<Rebound> {
    const { driverId = before.driverId, driverVersion } = change;
    const isSame = driverId === before.driverId;
    const newest = isSame || driverId === null ? undefined : await bindDriver(db, driverId, accountId);
    const pinned = driverVersion == null ? undefined : await requireVersion(db, driverId, driverVersion);
    if (isSame && driverVersion === undefined) return { change: {} };
    const variables = isSame ? undefined : (pinned ?? newest)?.variables;
    return { change: { driverId, driverVersionId: pinned?.id ?? null }, ...(variables ? { variables } : {}) };
  }

  /** Changes a device without reading it again, for changes of many at once. */
  async function change(ctx: Ctx, id: number, input: Change): Promise<void> {
    const { db } = ctx;
    const { externalId, operationalStatus, groups, connectorData, targetReference, ...rest } = input;
    const { connectorId, driverId, driverVersion, healthConfig, ...twin } = rest;
    if (healthConfig) await checks.checkEntries(healthConfig, ctx.actor.accountId);
    for (const lock of locks()) await lock.check(db, id, input);
    await twins.change(ctx, id, twin, changedDeviceKind);
    const before = (await lockDevice(db, id)) ?? fail('VDEVICE_NOT_FOUND');
    const accountId = (await accountsOf(db, [id])).get(id) ?? fail('VDEVICE_NOT_FOUND');
    const connected = await rebindConnector(db, before, accountId, input);
    const driven = await rebindDriver(db, before, accountId, input);
    await changeDevice(db, id, connected.externalId ?? before.externalId, {
      ...connected,
      ...driven.change,
      ...(operationalStatus ? { operationalStatus: operationalStatuses.indexOf(operationalStatus) } : {}),
      ...(groups ? { groups: [...new Set(groups)] } : {}),
      ...(targetReference === undefined ? {} : { targetReference }),
      ...(healthConfig ? { healthConfig } : {}),
    });
    if (driven.variables) {
      await removeUnknownStates(db, id, driven.variables);
      await addMissingStates(db, id, driven.variables);
    }
    const affectsHealth = [operationalStatus, driverId, driverVersion, healthConfig].some((each) => each !== undefined);
    if (affectsHealth) await health.evaluate(ctx, id);
  }

  return {
    change,

    async update(ctx: Ctx, id: number, input: Change): Promise<Device> {
      await change(ctx, id, input);
      return devices.read(ctx, id);
    },
  };
}
export type DeviceChangeService = ReturnType<typeof createDeviceChangeService>;
