import {
  type Device,
  type DeviceRow,
  type HealthProblem,
  healths,
  operationalStatuses,
} from '@stellwerk/contract/device';
import type { Twin } from '@stellwerk/contract/twin';
import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { FoundDevice } from './list/device-row.store.ts';

const driverOf = ({ driverId, driverTitle, version }: FoundDevice): DeviceRow['driver'] =>
  driverId === null ? null : { id: driverId, title: driverTitle ?? '', version };

const manages = (actor: Actor, { scopePath }: FoundDevice) => may(actor, 'VirtualDevice.manage', scopePath);

function toSummary(found: FoundDevice) {
  const { id, title, externalId, disabled, isFavourite, tags, groups, address, latitude, longitude } = found;
  return {
    ...{ id, title, externalId, disabled, isFavourite, tags, groups, address, latitude, longitude },
    operationalStatus: operationalStatuses[found.operationalStatus] ?? 'unset',
    health: healths[found.health] ?? 'unknown',
    lastSeenAt: found.lastSeenAt?.toISOString() ?? null,
    connector: { id: found.connectorId, name: found.connectorName, type: found.connectorType },
    driver: driverOf(found),
    tenantId: found.accountId,
    tenantName: found.accountName,
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
  };
}

type RowParts = Pick<DeviceRow, 'ancestors' | 'keyValue' | 'references'>;

export function toRow(actor: Actor, found: FoundDevice, parts: RowParts): DeviceRow {
  const isManager = manages(actor, found);
  return { ...toSummary(found), ...parts, abilities: { update: isManager, delete: isManager } };
}

interface DeviceParts {
  twin: Twin;
  problems: HealthProblem[];
  packets24h: number;
  kind: ConnectorManifest | undefined;
  /** Whether devices of the other system can be managed at all. */
  hasRemote: boolean;
}

export function toDevice(actor: Actor, found: FoundDevice, parts: DeviceParts): Device {
  const { twin, problems, packets24h, kind, hasRemote } = parts;
  const { description, icon, parentId, scopeId, ownsScope, isAddressLinked, geoPolygon, keyValue, references } = twin;
  const { floorNumber, room, contacts, userRelations, ancestors, stateCount } = twin;
  const { connectorData, targetReference, healthConfig, driverVersionId, version, newestVersion } = found;
  const isManager = manages(actor, found);
  const isManaged = hasRemote && (kind?.capabilities.deviceManagement ?? false);
  return {
    ...toSummary(found),
    ...{ description, icon, parentId, scopeId, ownsScope, isAddressLinked, geoPolygon, keyValue, references },
    ...{ floorNumber, room, contacts, userRelations, ancestors, stateCount },
    ...{ connectorData, targetReference, healthConfig, problems, packets24h },
    followsDriver: found.driverId !== null && driverVersionId === null,
    hasNewerDriverVersion: version !== null && newestVersion !== null && version < newestVersion,
    abilities: {
      update: isManager,
      delete: isManager,
      deleteRemotely: isManager && isManaged,
      sendDownlink: isManager && (kind?.capabilities.downlinks ?? false),
      setValue: twin.abilities.setValue,
    },
  };
}
