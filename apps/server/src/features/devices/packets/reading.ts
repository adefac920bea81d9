import type { JsonObject, Parsed, ParserInput, Parsers, Reason } from '../../../ingest/ports.ts';
import { flatten, setTimes, unparsed } from '../../../ingest/steps/interpret.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { StoredPacket } from '../../packets/index.ts';
import type { ValueUpdate } from '../../states/index.ts';
import type { ReadingDevice } from './reading.store.ts';

export interface Variable {
  name: string;
  value: JsonValue;
  measuredAt: Date;
}

/** The result of parsing a packet with the current driver. */
export interface Reading {
  packet: StoredPacket;
  device: ReadingDevice;
  variables: Variable[];
  /** The reason why variables are missing. */
  reason: Reason | null;
}

/** The content of `meta.device` for parsers, the same for live and for past packets. */
export const describeDevice = ({
  id,
  title,
  tags,
  keyValue,
  groups,
}: Pick<ReadingDevice, 'id' | 'title' | 'tags' | 'keyValue' | 'groups'>) =>
  ({
    id,
    title,
    tags,
    groups,
    keyValue: Object.fromEntries(keyValue.map(({ key, value }) => [key, value])),
  }) satisfies JsonObject;

function variablesOf({ time, receivedAt }: StoredPacket, parsed: Parsed): Variable[] {
  const packetAt = new Date(time ?? receivedAt);
  const sets = parsed.ok ? parsed.sets : [];
  const times = setTimes(sets, packetAt);
  return sets.flatMap(({ values }, index) =>
    [...flatten(values)]
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ name, value, measuredAt: times[index] ?? packetAt })),
  );
}

const reasonOf = (parsed: Parsed): Reason | null => (parsed.ok ? (parsed.complaint ?? null) : parsed.reason);

/** Parses packets with the drivers of their devices, one batch per driver. Ignores packets of other devices. */
export async function readPackets(
  parsers: Parsers,
  devices: ReadonlyMap<number, ReadingDevice>,
  packets: readonly StoredPacket[],
): Promise<Reading[]> {
  const known = packets.flatMap((packet) => {
    const device = devices.get(packet.deviceId ?? 0);
    return device ? [{ packet, device }] : [];
  });
  const results = new Map<StoredPacket, Parsed>();
  for (const [parserId, members] of Map.groupBy(known, ({ device }) => device.parserId)) {
    const inputs = members.map(
      ({ packet, device }): ParserInput => ({
        payload: packet.payload,
        meta: { ...packet.meta, device: describeDevice(device) },
        receivedAt: packet.receivedAt,
        accountId: device.accountId,
      }),
    );
    const parsed = parserId === null ? [] : await parsers.parse(parserId, inputs);
    for (const [index, { packet }] of members.entries()) results.set(packet, parsed[index] ?? unparsed(packet));
  }
  return known.map(({ packet, device }) => {
    const parsed = results.get(packet) ?? unparsed(packet);
    return { packet, device, variables: variablesOf(packet, parsed), reason: reasonOf(parsed) };
  });
}

/** The values of a reading for the states that its variables feed. */
export const updatesOf = ({ packet, device, variables }: Reading, origin: 'live' | 'rederived'): ValueUpdate[] =>
  variables.flatMap(({ name, value, measuredAt }) =>
    device.states
      .filter(({ variable }) => variable === name)
      .map(({ id }) => ({
        stateId: id,
        value,
        measuredAt,
        receivedAt: new Date(packet.receivedAt),
        origin,
        shard: packet.shard,
        seq: packet.seq,
      })),
  );
