import type { EpochMs, JsonValue } from '../../platform/history/history.ts';
import type { Packet } from '../log/packet.ts';
import type {
  Batch,
  DeviceEntry,
  Directory,
  Fault,
  JsonObject,
  Parsed,
  ParserInput,
  Parsers,
  Reason,
  Update,
} from '../ports.ts';

/** What the log keeps of a message. */
export interface Content {
  payload: JsonValue;
  meta: JsonObject;
  /** As the sender said, in milliseconds since 1970. */
  time: EpochMs | null;
}

interface Known {
  packet: Packet;
  content: Content;
  device: DeviceEntry;
}

const fault = (packet: Packet, outcome: Fault['outcome'], code: string, deviceId: number | null = null): Fault => ({
  packet,
  deviceId,
  outcome,
  reason: { code, params: {} },
});

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without a driver an object is taken as it is; anything else is one variable called `value`. */
const unparsed = ({ payload }: Content): Parsed => ({
  ok: true,
  sets: [{ at: null, values: isObject(payload) ? payload : { value: payload } }],
});

/** Finds out whose packets these are. Each is judged by the configuration of this moment. */
function identify(directory: Directory, packets: readonly Packet[]): { known: Known[]; faults: Fault[] } {
  const known: Known[] = [];
  const faults: Fault[] = [];
  for (const packet of packets) {
    const device = directory.find(packet.connectorId, packet.identifier);
    if (!device) faults.push(fault(packet, 'dropped', 'PACKET_NO_DEVICE'));
    else if (device.isDisabled) faults.push(fault(packet, 'dropped', 'PACKET_DEVICE_DISABLED', device.twinId));
    else known.push({ packet, device, content: JSON.parse(packet.content) as Content });
  }
  return { known, faults };
}

/** Packets of one parser go to it together. */
async function parseAll(parsers: Parsers, known: readonly Known[]): Promise<Map<Known, Parsed>> {
  const results = new Map<Known, Parsed>();
  const byParser = Map.groupBy(known, ({ device }) => device.parserId);
  await Promise.all(
    [...byParser].map(async ([parserId, members]) => {
      const inputs = members.map(
        ({ packet, content, device }): ParserInput => ({
          payload: content.payload,
          meta: { ...content.meta, device: device.description },
          receivedAt: packet.receivedAt,
        }),
      );
      const parsed = parserId === null ? [] : await parsers.parse(parserId, inputs);
      for (const [index, member] of members.entries()) results.set(member, parsed[index] ?? unparsed(member.content));
    }),
  );
  return results;
}

/** Nested objects become names with dots; lists and everything else stay. */
function* flatten(values: JsonObject, prefix = ''): Generator<[string, JsonValue]> {
  for (const [name, value] of Object.entries(values)) {
    if (isObject(value)) yield* flatten(value, `${prefix}${name}.`);
    else yield [`${prefix}${name}`, value];
  }
}

function updatesOf({ packet, content, device }: Known, parsed: Parsed): Update[] {
  const common = {
    receivedAt: new Date(packet.receivedAt),
    origin: 'live' as const,
    shard: packet.shard,
    seq: packet.seq,
  };
  const packetAt = new Date(content.time ?? packet.receivedAt);
  const updates: Update[] = [];
  if (device.rawStateId !== null) {
    updates.push({ ...common, stateId: device.rawStateId, value: { ...content }, measuredAt: packetAt });
  }
  for (const { at, values } of parsed.ok ? parsed.sets : []) {
    const measuredAt = at === null ? packetAt : new Date(at);
    for (const [variable, value] of flatten(values)) {
      const stateId = device.stateOf.get(variable);
      if (stateId !== undefined && value !== null) updates.push({ ...common, stateId, value, measuredAt });
    }
  }
  return updates;
}

const complaintOf = (parsed: Parsed): Reason | undefined => (parsed.ok ? parsed.complaint : parsed.reason);

/** From packets to values. Depends on nothing but the packets, the directory and the parsers: no clock, no database. */
export async function interpret(
  { directory, parsers }: { directory: Directory; parsers: Parsers },
  packets: readonly Packet[],
): Promise<Batch> {
  const { known, faults } = identify(directory, packets);
  const parsed = await parseAll(parsers, known);
  const updates: Update[] = [];
  const sightings = new Map<number, { twinId: number; receivedAt: Date; packets: number }>();
  for (const member of known) {
    const { packet, device } = member;
    const result = parsed.get(member) ?? unparsed(member.content);
    const reason = complaintOf(result);
    if (reason) faults.push({ packet, deviceId: device.twinId, outcome: 'rejected', reason });
    updates.push(...updatesOf(member, result));
    const seen = sightings.get(device.twinId) ?? { twinId: device.twinId, receivedAt: new Date(0), packets: 0 };
    seen.packets += 1;
    seen.receivedAt = new Date(Math.max(seen.receivedAt.getTime(), packet.receivedAt));
    sightings.set(device.twinId, seen);
  }
  return { updates, sightings: [...sightings.values()], faults };
}
