import type { EpochMs, JsonValue } from '../../platform/history/history.ts';
import type { PacketRef } from '../log/packet.ts';
import type {
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

export interface Received<P extends PacketRef = PacketRef> {
  packet: P;
  content: Content;
}

/** Everything that follows from one packet. */
export interface Interpretation<P extends PacketRef = PacketRef> extends Received<P> {
  /** The device whose packet it is; undefined for routed messages, and if the device is unknown or disabled. */
  device: DeviceEntry | undefined;
  /** What the parser received; undefined if none ran. */
  input: ParserInput | undefined;
  /** The result of the parser, or the fields of the payload if the device has none; undefined without a device. */
  parsed: Parsed | undefined;
  /** Values of the device, and of states that the message feeds directly. */
  updates: readonly Update[];
  routed: readonly RoutedValue[];
  fault: Fault | undefined;
}

export interface Variable {
  name: string;
  value: JsonValue;
  measuredAt: Date;
}

type Sets = Extract<Parsed, { ok: true }>['sets'];

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without a driver, the fields of an object are the variables; any other payload is one variable called `value`. */
const unparsed = ({ payload }: Content): Parsed => ({
  ok: true,
  sets: [{ at: null, values: isObject(payload) ? payload : { value: payload } }],
});

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

/** Fields of the platform replace fields of the message with the same name. */
function inputOf({ packet, content }: Received, device: DeviceEntry, directory: Directory): ParserInput {
  const meta = {
    ...content.meta,
    time: new Date(content.time ?? packet.receivedAt).toISOString(),
    identifier: packet.identifier,
    connector: { id: packet.connectorId, type: directory.connectorOf(packet)?.type ?? '' },
    device: { ...device.description },
  };
  return { payload: content.payload, meta, receivedAt: packet.receivedAt, accountId: device.accountId };
}

type Parsing<P extends PacketRef> = Omit<Interpretation<P>, 'updates' | 'routed' | 'fault'>;

/** Packets with the same parser are parsed in one call. */
async function parseAll<P extends PacketRef>(
  received: readonly Received<P>[],
  directory: Directory,
  parsers: Parsers,
): Promise<Parsing<P>[]> {
  const byParser = new Map<number, { parsing: Parsing<P>; input: ParserInput }[]>();
  const parsings = received.map((each): Parsing<P> => {
    // Messages with reference ids belong to no device.
    const device = each.content.routing ? undefined : directory.deviceOf(each.packet);
    const parsing: Parsing<P> = { ...each, device, input: undefined, parsed: undefined };
    if (!device || device.isDisabled) return parsing;
    parsing.parsed = unparsed(each.content);
    const { parserId } = device;
    if (parserId === null) return parsing;
    const input = inputOf(each, device, directory);
    parsing.input = input;
    const group = byParser.get(parserId);
    if (group) group.push({ parsing, input });
    else byParser.set(parserId, [{ parsing, input }]);
    return parsing;
  });
  await Promise.all(
    [...byParser].map(async ([parserId, members]) => {
      const parsed = await parsers.parse(
        parserId,
        members.map(({ input }) => input),
      );
      for (const [index, { parsing }] of members.entries()) parsing.parsed = parsed[index] ?? parsing.parsed;
    }),
  );
  return parsings;
}

/** Nested objects become names with dots; lists and all other values stay as they are. */
function* flatten(values: JsonObject, prefix = ''): Generator<[string, JsonValue]> {
  for (const [name, value] of Object.entries(values)) {
    if (isObject(value)) yield* flatten(value, `${prefix}${name}.`);
    else yield [`${prefix}${name}`, value];
  }
}

/** The time given by the sender, otherwise the time of arrival. */
const timeOf = ({ packet, content }: Received) => new Date(content.time ?? packet.receivedAt);

/**
 * The measurement time of each set. Sets without a time use that of the packet; if a set repeats a variable of an
 * earlier one, it and the following sets are shifted by a millisecond, so that no value replaces another.
 */
function setTimes(sets: Sets, packetAt: Date): Date[] {
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

/** The variables of a parsed packet, each with its measurement time. */
export function* variablesOf({ parsed, ...received }: Received & { parsed: Parsed | undefined }): Generator<Variable> {
  if (!parsed?.ok) return;
  const packetAt = timeOf(received);
  const times = setTimes(parsed.sets, packetAt);
  for (const [index, { values }] of parsed.sets.entries()) {
    const measuredAt = times[index] ?? packetAt;
    for (const [name, value] of flatten(values)) if (value !== null) yield { name, value, measuredAt };
  }
}

const commonOf = ({ receivedAt, shard, seq }: PacketRef) => ({
  receivedAt: new Date(receivedAt),
  origin: 'live' as const,
  shard,
  seq,
});

/** Updates of states that the message feeds directly. */
function directUpdates(received: Received, fed: readonly FedState[]): Update[] {
  if (fed.length === 0) return [];
  const { packet, content } = received;
  const common = { ...commonOf(packet), measuredAt: timeOf(received) };
  return fed.flatMap(({ stateId, variable }) => {
    const value = valueAt(content.payload, variable);
    return value === undefined || content.outOfRange?.includes(variable) ? [] : [{ ...common, stateId, value }];
  });
}

function deviceUpdates(received: Received & { parsed: Parsed }, device: DeviceEntry): Update[] {
  const common = commonOf(received.packet);
  const updates: Update[] = [];
  if (device.rawStateId !== null) {
    const { payload, meta, time } = received.content;
    const measuredAt = timeOf(received);
    updates.push({ ...common, stateId: device.rawStateId, value: { payload, meta, time }, measuredAt });
  }
  for (const { name, value, measuredAt } of variablesOf(received)) {
    for (const stateId of device.stateOf.get(name) ?? []) updates.push({ ...common, stateId, value, measuredAt });
  }
  return updates;
}

/** The value of a message that names reference ids itself. */
function routedOf(received: Received, directory: Directory): RoutedValue[] {
  const { packet, content } = received;
  const { routing, variable: key = '', payload: value } = content;
  if (!routing || content.outOfRange?.includes('')) return [];
  const senderPath = directory.connectorOf(packet)?.accountPath ?? null;
  return [{ packet, routing, key, value, measuredAt: timeOf(received), senderPath, isExpected: true }];
}

/** Values that a device forwards to twins by reference ids. */
function forwarded(packet: PacketRef, device: DeviceEntry, updates: readonly Update[]): RoutedValue[] {
  const { forwards, rawStateId, accountPath: senderPath } = device;
  if (!forwards) return [];
  return updates.flatMap(({ stateId, value, measuredAt }) => {
    const key = forwards.keyOf.get(stateId);
    return key === undefined || stateId === rawStateId
      ? []
      : [{ packet, routing: forwards.routing, key, value, measuredAt, senderPath, isExpected: false }];
  });
}

/** An empty path means that the whole payload was the number. */
function numberFault({ packet, content }: Received, deviceId: number | null): Fault | undefined {
  if (!content.outOfRange) return undefined;
  const reason = { code: 'PACKET_NUMBER_OUT_OF_RANGE', params: {} };
  const refused = content.outOfRange.map((name) => ({ key: name || (content.variable ?? 'value'), ...reason }));
  return { packet, deviceId, outcome: 'rejected', reason, refused };
}

const complaintOf = (parsed: Parsed): Reason | undefined => (parsed.ok ? parsed.complaint : parsed.reason);

const dropped = (packet: PacketRef, code: string, deviceId: number | null): Fault => {
  return { packet, deviceId, outcome: 'dropped', reason: { code, params: {} } };
};

function conclude<P extends PacketRef>(parsing: Parsing<P>, directory: Directory): Interpretation<P> {
  const { packet, content, device, parsed } = parsing;
  const fed = directory.statesOf(packet);
  const direct = directUpdates(parsing, fed);
  if (!device || !parsed) {
    const isAddressed = content.routing !== undefined || fed.length > 0;
    const unknown = () => (isAddressed ? numberFault(parsing, null) : dropped(packet, 'PACKET_NO_DEVICE', null));
    const fault = device ? dropped(packet, 'PACKET_DEVICE_DISABLED', device.twinId) : unknown();
    const routed = routedOf(parsing, directory);
    return { ...parsing, device: undefined, updates: direct, routed, fault };
  }
  const own = deviceUpdates({ packet, content, parsed }, device);
  const reason = complaintOf(parsed);
  const fault: Fault | undefined = reason
    ? { packet, deviceId: device.twinId, outcome: 'rejected', reason }
    : numberFault(parsing, device.twinId);
  const updates = direct.length > 0 ? [...direct, ...own] : own;
  return { ...parsing, updates, routed: forwarded(packet, device, own), fault };
}

/**
 * Turns packets into values, for arriving packets as for past ones. The result depends on nothing but the packets, the
 * directory and the parsers: no clock, no database. One interpretation per packet, in the same order.
 */
export async function interpret<P extends PacketRef>(
  received: readonly Received<P>[],
  directory: Directory,
  parsers: Parsers,
): Promise<Interpretation<P>[]> {
  const parsings = await parseAll(received, directory, parsers);
  return parsings.map((parsing) => conclude(parsing, directory));
}
