import { type Interpretation, interpret, type Variable, variablesOf } from '../../../ingest/interpret/interpret.ts';
import type { StoredPacket } from '../../../ingest/log/list/stored-packet.ts';
import type { PacketRef } from '../../../ingest/log/packet.ts';
import type { Directory, Parsers, Update } from '../../../ingest/ports.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findDevices, findTwinStates, readConnectors } from './directory.store.ts';
import { fedStates, type KnownDevice, toKnownDevice } from './known-device.ts';

/** A state that the packets of its device feed. */
interface OwnState {
  id: number;
  key: string;
  variable: string;
}

/** What follows from a past packet today. */
export interface Reading extends Interpretation<StoredPacket> {
  twinId: number;
  variables: readonly Variable[];
  /** Without `_raw`. */
  states: readonly OwnState[];
}

interface PastDirectory extends Directory {
  deviceOf(packet: PacketRef): KnownDevice | undefined;
}

const distinct = <T>(values: readonly T[]) => [...new Set(values)];

/**
 * The current configuration for past packets, which stay with their device if its connector or identifier changes, and
 * are read even if it is disabled now. `_raw` is left out, because it is the packet itself.
 */
export async function openPastDirectory(db: Db, packets: readonly StoredPacket[]): Promise<PastDirectory> {
  const twinIds = distinct(packets.flatMap(({ deviceId }) => deviceId ?? []));
  const records = await findDevices(db, { twinIds, driverIds: [], accountIds: [] });
  const devices = new Map(
    records.map((record) => [record.twinId, { ...toKnownDevice(record), isDisabled: false, rawStateId: null }]),
  );
  const connectors = await readConnectors(db, distinct(packets.map(({ connectorId }) => connectorId)));
  const fed = await findTwinStates(db, { identifiers: distinct(packets.map(({ identifier }) => identifier)) });
  const byIdentifier = Map.groupBy(fed, ({ identifier }) => identifier);
  const deviceOf = ({ deviceId }: PacketRef) => devices.get(deviceId ?? 0);
  const connectorOf = ({ connectorId }: PacketRef) => connectors.get(connectorId);
  return {
    deviceOf,
    connectorOf,
    statesOf: (packet) =>
      fedStates(byIdentifier.get(packet.identifier) ?? [], {
        connectorId: packet.connectorId,
        connector: connectorOf(packet),
        device: deviceOf(packet),
      }),
  };
}

function ownStates({ states, stateOf }: KnownDevice): OwnState[] {
  const variableOf = new Map([...stateOf].flatMap(([variable, ids]) => ids.map((id) => [id, variable])));
  return states.flatMap(({ stateId: id, key }) => {
    const variable = variableOf.get(id);
    return variable === undefined ? [] : [{ id, key, variable }];
  });
}

/** Interprets past packets by the current configuration. Packets of deleted devices are left out. */
export async function readPast(db: Db, parsers: Parsers, packets: readonly StoredPacket[]): Promise<Reading[]> {
  const directory = await openPastDirectory(db, packets);
  const received = packets.map((packet) => ({ packet, content: packet }));
  const interpreted = await interpret(received, directory, parsers);
  return interpreted.flatMap((each) => {
    const device = directory.deviceOf(each.packet);
    if (!device) return [];
    return [{ ...each, twinId: device.twinId, variables: [...variablesOf(each)], states: ownStates(device) }];
  });
}

/** Whether a re-parse includes a packet: packets of a disabled device stay dropped. */
export const isReparsed = ({ outcome }: StoredPacket): boolean => outcome !== 'dropped';

/** The updates of states of the device itself. */
export function ownUpdates({ updates, states }: Reading): Update[] {
  const own = new Set(states.map(({ id }) => id));
  return updates.filter(({ stateId }) => own.has(stateId));
}
