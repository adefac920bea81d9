import type { EpochMs, JsonValue } from '../../platform/history/history.ts';
import type { Packet } from '../log/packet.ts';
import type {
  Batch,
  DeviceEntry,
  Directory,
  Fault,
  FedState,
  JsonObject,
  Parsed,
  ParserInput,
  Parsers,
  Reason,
  RoutedValue,
  Sighting,
  Update,
} from '../ports.ts';

/** The stored content of a message. */
export interface Content {
  payload: JsonValue;
  meta: JsonObject;
  /** The time given by the sender, in milliseconds since 1970. */
  time: EpochMs | null;
  /** Set if the message addresses the state `variable` of the twins with these reference ids. */
  routing?: Record<string, string>;
  variable?: string;
  /** Paths of numbers that were too large to store; an empty path is the payload itself. */
  outOfRange?: readonly string[];
}

type Sets = Extract<Parsed, { ok: true }>['sets'];

interface Known {
  packet: Packet;
  content: Content;
  device: DeviceEntry;
  /** The result of the parser; undefined before it ran, and for devices without a parser. */
  parsed: Parsed | undefined;
}

/** A packet that feeds states of twins directly, without a device. */
interface Direct {
  packet: Packet;
  content: Content;
  fed: readonly FedState[];
}

const fault = (packet: Packet, outcome: Fault['outcome'], code: string, deviceId: number | null = null): Fault => ({
  packet,
  deviceId,
  outcome,
  reason: { code, params: {} },
});

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without a driver, the fields of an object are the variables; any other payload is one variable called `value`. */
export const unparsed = ({ payload }: Content): Parsed => ({
  ok: true,
  sets: [{ at: null, values: isObject(payload) ? payload : { value: payload } }],
});

/** Finds the device or the states that each packet belongs to, by the current configuration. */
function identify(directory: Directory, packets: readonly Packet[]) {
  const known: Known[] = [];
  const direct: Direct[] = [];
  const faults: Fault[] = [];
  for (const packet of packets) {
    const device = directory.find(packet.connectorId, packet.identifier);
    const fed = directory.statesOf(packet.connectorId, packet.identifier);
    const content = JSON.parse(packet.content) as Content;
    if (content.routing || fed.length > 0) direct.push({ packet, content, fed });
    if (device?.isDisabled) faults.push(fault(packet, 'dropped', 'PACKET_DEVICE_DISABLED', device.twinId));
    else if (device && !content.routing) known.push({ packet, device, content, parsed: undefined });
    else if (!content.routing && fed.length === 0) faults.push(fault(packet, 'dropped', 'PACKET_NO_DEVICE'));
  }
  return { known, direct, faults };
}

/** The value at a path with dots; a field whose name contains the dots takes precedence. */
function valueAt(payload: JsonValue, variable: string): JsonValue | undefined {
  if (variable === '') return payload;
  if (!isObject(payload)) return undefined;
  if (Object.hasOwn(payload, variable)) return payload[variable];
  let value: JsonValue | undefined = payload;
  for (const name of variable.split('.')) {
    if (value === undefined || !isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Packets with the same parser are parsed in one call. */
async function parseAll(parsers: Parsers, known: readonly Known[]): Promise<void> {
  const byParser = Map.groupBy(known, ({ device }) => device.parserId);
  await Promise.all(
    [...byParser].map(async ([parserId, members]) => {
      if (parserId === null) return;
      const inputs = members.map(
        ({ packet, content, device }): ParserInput => ({
          payload: content.payload,
          meta: {
            ...content.meta,
            time: new Date(content.time ?? packet.receivedAt).toISOString(),
            identifier: packet.identifier,
            connector: { id: packet.connectorId },
            device: device.description,
          },
          receivedAt: packet.receivedAt,
          accountId: device.accountId,
        }),
      );
      const parsed = await parsers.parse(parserId, inputs);
      for (const [index, member] of members.entries()) member.parsed = parsed[index];
    }),
  );
}

/** Nested objects become names with dots; lists and all other values stay as they are. */
export function* flatten(values: JsonObject, prefix = ''): Generator<[string, JsonValue]> {
  for (const [name, value] of Object.entries(values)) {
    if (isObject(value)) yield* flatten(value, `${prefix}${name}.`);
    else yield [`${prefix}${name}`, value];
  }
}

const commonOf = ({ receivedAt, shard, seq }: Packet) => ({
  receivedAt: new Date(receivedAt),
  origin: 'live' as const,
  shard,
  seq,
});

/** The time given by the sender, otherwise the time of arrival. */
const timeOf = ({ time }: Content, receivedAt: Date) => (time === null ? receivedAt : new Date(time));

/**
 * The measurement time of each set. Sets without a time use that of the packet; if a set repeats a variable of an
 * earlier one, it and the following sets are shifted by a millisecond, so that no value replaces another.
 */
export function setTimes(sets: Sets, packetAt: Date): Date[] {
  let laterMs = 0;
  let seen = new Set<string>();
  return sets.map(({ at, values }) => {
    if (at !== null) return new Date(at);
    const names = Object.keys(values);
    if (names.some((name) => seen.has(name))) {
      laterMs += 1;
      seen = new Set();
    }
    for (const name of names) seen.add(name);
    return laterMs === 0 ? packetAt : new Date(packetAt.getTime() + laterMs);
  });
}

/** Updates of states that the message feeds directly. */
function directUpdates({ packet, content, fed }: Direct): Update[] {
  const common = commonOf(packet);
  const measuredAt = timeOf(content, common.receivedAt);
  return fed.flatMap(({ stateId, variable }) => {
    const value = valueAt(content.payload, variable);
    return value === undefined || content.outOfRange?.includes(variable)
      ? []
      : [{ ...common, stateId, value, measuredAt }];
  });
}

function routedOf({ packet, content }: Direct): RoutedValue[] {
  const { routing, variable = '', payload: value } = content;
  const measuredAt = timeOf(content, new Date(packet.receivedAt));
  return routing && !content.outOfRange?.includes('')
    ? [{ packet, routing, key: variable, value, measuredAt, senderPath: null, isExpected: true }]
    : [];
}

/** Values that a device forwards to twins by reference ids. */
function forwarded({ packet, device }: Known, updates: readonly Update[]): RoutedValue[] {
  const { forwards, accountPath: senderPath } = device;
  if (!forwards) return [];
  return updates.flatMap(({ stateId, value, measuredAt }) => {
    const key = forwards.keyOf.get(stateId);
    return key === undefined || stateId === device.rawStateId
      ? []
      : [{ packet, routing: forwards.routing, key, value, measuredAt, senderPath, isExpected: false }];
  });
}

function updatesOf({ packet, content, device }: Known, parsed: Parsed): Update[] {
  const common = commonOf(packet);
  const packetAt = timeOf(content, common.receivedAt);
  const updates: Update[] = [];
  if (device.rawStateId !== null) {
    const { payload, meta, time } = content;
    updates.push({ ...common, stateId: device.rawStateId, value: { payload, meta, time }, measuredAt: packetAt });
  }
  const sets = parsed.ok ? parsed.sets : [];
  const times = setTimes(sets, packetAt);
  for (const [index, { values }] of sets.entries()) {
    const measuredAt = times[index] ?? packetAt;
    for (const [variable, value] of flatten(values)) {
      if (value === null) continue;
      for (const stateId of device.stateOf.get(variable) ?? []) updates.push({ ...common, stateId, value, measuredAt });
    }
  }
  return updates;
}

/** An empty path means that the whole payload was the number. */
function numberFault({ packet, content }: Pick<Known, 'packet' | 'content'>, deviceId: number | null): Fault[] {
  const reason = { code: 'PACKET_NUMBER_OUT_OF_RANGE', params: {} };
  const refused = content.outOfRange?.map((name) => ({ key: name || (content.variable ?? 'value'), ...reason }));
  return refused ? [{ packet, deviceId, outcome: 'rejected', reason, refused }] : [];
}

const complaintOf = (parsed: Parsed): Reason | undefined => (parsed.ok ? parsed.complaint : parsed.reason);

function see(sightings: Map<number, Sighting>, { twinId, receivedAt, packets }: Sighting): void {
  const before = sightings.get(twinId);
  const last = before && before.receivedAt > receivedAt ? before.receivedAt : receivedAt;
  sightings.set(twinId, { twinId, receivedAt: last, packets: packets + (before?.packets ?? 0) });
}

/** Turns packets into values. Depends only on the packets, the directory and the parsers: no clock, no database. */
export async function interpret(
  { directory, parsers }: { directory: Directory; parsers: Parsers },
  packets: readonly Packet[],
  taken = packets,
): Promise<Batch> {
  const mark = directory.mark();
  const { known, direct, faults } = identify(directory, packets);
  await parseAll(parsers, known);
  const updates: Update[] = direct.flatMap(directUpdates);
  const routed: RoutedValue[] = direct.flatMap(routedOf);
  const ofDevices = new Set(known.map(({ packet }) => packet));
  for (const each of direct) if (!ofDevices.has(each.packet)) faults.push(...numberFault(each, null));
  const sightings = new Map<number, Sighting>();
  for (const member of known) {
    const { packet, device } = member;
    const result = member.parsed ?? unparsed(member.content);
    const reason = complaintOf(result);
    if (reason) faults.push({ packet, deviceId: device.twinId, outcome: 'rejected', reason });
    else faults.push(...numberFault(member, device.twinId));
    const own = updatesOf(member, result);
    for (const update of own) updates.push(update);
    if (device.forwards) routed.push(...forwarded(member, own));
    see(sightings, { twinId: device.twinId, receivedAt: new Date(packet.receivedAt), packets: 1 });
  }
  const adopted = known
    .filter(({ packet, device }) => packet.deviceId !== device.twinId)
    .map(({ packet, device }) => ({ packet, deviceId: device.twinId }));
  return { mark, packets, taken, updates, routed, sightings: [...sightings.values()], faults, adopted };
}

/**
 * Merges consecutive batches into one. If they were interpreted with different directories, the mark of the first
 * counts.
 */
export function joined(batches: readonly Batch[]): Batch {
  const [first, ...others] = batches;
  if (first && others.length === 0) return first;
  const sightings = new Map<number, Sighting>();
  for (const sighting of batches.flatMap((batch) => batch.sightings)) see(sightings, sighting);
  return {
    mark: first?.mark ?? '',
    packets: batches.flatMap(({ packets }) => packets),
    taken: batches.flatMap(({ taken }) => taken),
    updates: batches.flatMap(({ updates }) => updates),
    routed: batches.flatMap(({ routed }) => routed),
    sightings: [...sightings.values()],
    faults: batches.flatMap(({ faults }) => faults),
    adopted: batches.flatMap(({ adopted }) => adopted),
  };
}
