import type { HealthEntry } from '@stellwerk/contract/health';
import type { ConnectorEntry, DeviceEntry, FedState } from '../../../ingest/ports.ts';
import type { DeviceRecord, TwinStateRecord } from './directory.store.ts';

/** A device with the data that the pipeline and the health checks need. */
export interface KnownDevice extends DeviceEntry {
  connectorId: number;
  externalId: string;
  operationalStatus: number;
  /** The last known result of the health checks. */
  health: number;
  ownChecks: readonly HealthEntry[];
  states: readonly { stateId: number; key: string }[];
}

export function toKnownDevice(record: DeviceRecord): KnownDevice {
  const { twinId, accountId, accountPath, connectorId, externalId, isDisabled, operationalStatus } = record;
  const stateOf = new Map<string, number[]>();
  const states: { stateId: number; key: string }[] = [];
  let rawStateId: number | null = null;
  for (const [stateId, key, variable] of record.fed ?? []) {
    states.push({ stateId, key });
    if (variable === '' && key === '_raw') rawStateId = stateId;
    else stateOf.set(variable, [...(stateOf.get(variable) ?? []), stateId]);
  }
  for (const [stateId, key] of record.others ?? []) states.push({ stateId, key });
  const { title, tags, keyValue, groups, targetReference: target } = record;
  const properties = Object.fromEntries(keyValue.map(({ key, value }) => [key, value]));
  return {
    ...{ twinId, accountId, accountPath, connectorId, externalId, isDisabled, operationalStatus },
    ...{ stateOf, rawStateId, states },
    parserId: record.driverVersionId,
    description: { id: twinId, title, tags, keyValue: properties, groups },
    forwards: target && {
      routing: { [target.name]: target.value },
      keyOf: new Map(states.map((each) => [each.stateId, each.key])),
    },
    health: record.health,
    ownChecks: record.healthConfig,
  };
}

const isWithin = (path: string, branch: string) => path === branch || path.startsWith(`${branch}.`);

interface PacketSource {
  connectorId: number;
  connector: ConnectorEntry | undefined;
  /** The device that the packet belongs to. */
  device: DeviceEntry | undefined;
}

/**
 * The states among these that a packet feeds directly: those that name its connector, and those without one. Accounts
 * share connectors of accounts above: only the account of the packet's device, and accounts above it, may read its data.
 */
export function fedStates(
  states: readonly TwinStateRecord[],
  { connectorId, connector, device }: PacketSource,
): readonly FedState[] {
  if (!connector) return [];
  return states.filter(
    (state) =>
      (state.connectorId === null || state.connectorId === connectorId) &&
      isWithin(state.accountPath, connector.accountPath) &&
      (!device || isWithin(device.accountPath, state.accountPath)),
  );
}
