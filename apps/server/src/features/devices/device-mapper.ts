import {
  type Device,
  type DeviceRow,
  type HealthProblem,
  healths,
  operationalStatuses,
} from '@stellwerk/contract/device';
import { statuses, type Twin } from '@stellwerk/contract/twin';
import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { Ancestor } from '../twins/index.ts';
import type { FoundDevice } from './list/device-row.store.ts';

const driverOf = ({ driverId, driverTitle, version }: FoundDevice): DeviceRow['driver'] =>
  driverId === null ? null : { id: driverId, title: driverTitle ?? '', version };

const changes = (actor: Actor, { scopePath }: FoundDevice) => may(actor, 'VirtualDevice.write', scopePath);
const manages = (actor: Actor, { scopePath }: FoundDevice) => may(actor, 'VirtualDevice.manage', scopePath);

/** Ancestors are sorted from the top. */
function placeOf(ancestors: readonly Ancestor[]) {
  const floor = ancestors.findLast(({ type }) => type === 'floor');
  const zone = ancestors.findLast(({ type }) => type === 'zone');
  return {
    ancestors: ancestors.map(({ id, title }) => ({ id, title })),
    floorDtwin: floor ? { name: floor.title, number: floor.floorNumber } : null,
    zone: zone?.title ?? null,
  };
}

function toSummary(found: FoundDevice) {
  const { id, title, externalId, disabled, isFavourite, tags, groups, address, latitude, longitude } = found;
  return {
    ...{ id, title, externalId, disabled, isFavourite, tags, groups, address, latitude, longitude },
    operationalStatus: operationalStatuses[found.operationalStatus] ?? 'unset',
    health: healths[found.health] ?? 'unknown',
    status: statuses[found.status] ?? 'unknown',
    lastSeenAt: found.lastSeenAt?.toISOString() ?? null,
    connector: { id: found.connectorId, name: found.connectorName, type: found.connectorType },
    driver: driverOf(found),
    tenantId: found.accountId,
    tenantName: found.accountName,
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
  };
}

interface RowParts extends Pick<DeviceRow, 'keyValue' | 'references'> {
  ancestors: readonly Ancestor[];
}

export function toRow(actor: Actor, found: FoundDevice, { ancestors, ...parts }: RowParts): DeviceRow {
  const abilities = { update: changes(actor, found), delete: manages(actor, found) };
  return { ...toSummary(found), ...placeOf(ancestors), ...parts, abilities };
}

interface DeviceParts {
  twin: Twin;
  ancestors: readonly Ancestor[];
  problems: HealthProblem[];
  packets24h: number;
  kind: ConnectorManifest | undefined;
  /** Whether devices of the other system can be managed at all. */
  hasRemote: boolean;
}

export function toDevice(actor: Actor, found: FoundDevice, parts: DeviceParts): Device {
  const { twin, ancestors, problems, packets24h, kind, hasRemote } = parts;
  const { description, icon, parentId, scopeId, ownsScope, isAddressLinked, geoPolygon, keyValue, references } = twin;
  const { floorNumber, room, contacts, userRelations, stateCount } = twin;
  const { connectorData, targetReference, healthConfig, driverVersionId, version, newestVersion } = found;
  const isManager = manages(actor, found);
  const isManaged = hasRemote && (kind?.capabilities.deviceManagement ?? false);
  return {
    ...toSummary(found),
    ...{ description, icon, parentId, scopeId, ownsScope, isAddressLinked, geoPolygon, keyValue, references },
    ...placeOf(ancestors),
    ...{ floorNumber, room, contacts, userRelations, stateCount },
    ...{ connectorData, targetReference, healthConfig, problems, packets24h },
    followsDriver: found.driverId !== null && driverVersionId === null,
    hasNewerDriverVersion: version !== null && newestVersion !== null && version < newestVersion,
    abilities: {
      update: changes(actor, found),
      delete: isManager,
      deleteRemotely: isManager && isManaged,
      sendDownlink: isManager && (kind?.capabilities.downlinks ?? false),
      setValue: twin.abilities.setValue,
    },
  };
}
