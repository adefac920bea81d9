import { normalEui } from '@stellwerk/contract/eui';
import type { FieldMapping, FieldRef } from '@stellwerk/contract/field-mapping';
import { webhookLimits } from '@stellwerk/contract/webhook';
import type { JsonValue, RawMessage, Reason } from '@stellwerk/plugin/connector-server';
import { maxGateways, numberOf, readValue } from './field-formats.ts';
import type { Mutated } from './mutator.ts';

/** The part of a message that one standard message is read from. */
interface Scope {
  body: JsonValue;
  item: JsonValue;
  raw: RawMessage;
  /** Levels of the topic. */
  topic: string[] | undefined;
  budget: Budget;
}

/**
 * Characters that the messages of one call may still read and repeat. Each message of a list may read the same large part
 * of the whole, so without a common budget the work would be the product of both.
 */
interface Budget {
  left: number;
}

const maxMappedBytes = 4 * webhookLimits.bodyBytes;

/** Thrown with its reason by the functions that read a field. */
class UnreadableError extends Error {
  readonly reason: Reason;

  constructor(code: string, params: Reason['params']) {
    super(code);
    this.reason = { code, params };
  }
}

/** Not the content of an object, which may be the whole message. */
function shownValue(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 100);
  return Array.isArray(value) ? '[…]' : '{…}';
}

/** The path as users know it from JavaScript: `rxInfo[0].rssi`. */
const shownPath = ({ from, path }: Pick<FieldRef, 'path'> & { from?: FieldRef['from'] }): string => {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `${from === 'body' || from === 'item' || from === undefined ? '' : from}${steps}`.replace(/^\./, '') || 'body';
};

/** Reads own properties only, so that no path reaches into JavaScript's own objects. */
function valueAt(root: JsonValue | undefined, path: FieldRef['path']): JsonValue | undefined {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) !== (typeof step === 'number') || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step) as JsonValue;
  }
  return value;
}

function rootOf({ body, item, raw, topic }: Scope, from: FieldRef['from']): JsonValue | undefined {
  if (from === 'body') return body;
  if (from === 'item') return item;
  if (from === 'topic') return topic;
  return raw[from];
}

/** Undefined for fields that are absent or null. */
function read(scope: Scope, field: FieldRef): JsonValue | undefined {
  const value = valueAt(rootOf(scope, field.from), field.path);
  return value === null ? undefined : value;
}

/** Ids, times and numbers are shorter. Longer texts are not searched. */
const maxScalarLength = 1_000;

const isScalar = (value: JsonValue | undefined): value is string | number =>
  (typeof value === 'string' && value.length <= maxScalarLength && value.trim() !== '') || typeof value === 'number';

function readId(scope: Scope, field: FieldMapping['id']): string {
  const value = read(scope, field);
  if (!isScalar(value)) throw new UnreadableError('BRIDGE_MAPPING_ID_MISSING', { field: shownPath(field) });
  if (field.format === 'text') return String(value);
  const eui = normalEui(String(value));
  if (eui === undefined) throw new UnreadableError('BRIDGE_MAPPING_ID_NOT_HEX', { value: shownValue(value) });
  return eui;
}

function spend(budget: Budget, characters: number): void {
  budget.left -= characters;
  if (budget.left < 0) throw new UnreadableError('PACKET_TOO_LARGE', { limitBytes: maxMappedBytes });
}

const hexText = /^(0x)?([0-9a-f]{2})*$/i;
const base64Text = /^[A-Za-z0-9+/_-]*={0,2}$/;
/** Whole groups of four characters, as other systems write Base64. */
const paddedBase64Text = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** LORIOT sends this field instead of the payload while it does not have the key of the application. */
const encrypted = 'encdata';

function missingPayload(scope: Scope, field: FieldMapping['payload']): UnreadableError {
  const shown = { field: shownPath(field) };
  const beside = { ...field, path: [...field.path.slice(0, -1), encrypted] };
  if (field.path.length === 0 || read(scope, beside) === undefined)
    return new UnreadableError('BRIDGE_MAPPING_PAYLOAD_MISSING', shown);
  return new UnreadableError('BRIDGE_MAPPING_PAYLOAD_ENCRYPTED', { ...shown, encrypted: shownPath(beside) });
}

function readPayload(scope: Scope, field: FieldMapping['payload']): JsonValue {
  const value = read(scope, field);
  if (value === undefined) throw missingPayload(scope, field);
  if (field.format === 'json') return value;
  if (typeof value === 'string') spend(scope.budget, value.length);
  const text = typeof value === 'string' ? value.replace(/\s/g, '') : undefined;
  const { format } = field;
  const isSound = text !== undefined && (format === 'hex' ? hexText : base64Text).test(text);
  if (!isSound) {
    const shown = { field: shownPath(field), format };
    if (format === 'hex' && text !== undefined && paddedBase64Text.test(text))
      throw new UnreadableError('BRIDGE_MAPPING_PAYLOAD_OTHER_FORMAT', { ...shown, other: 'base64' });
    throw new UnreadableError('BRIDGE_MAPPING_PAYLOAD_FORMAT', shown);
  }
  // Node's base64 decoder accepts the URL alphabet as well.
  return format === 'hex' ? text.replace(/^0x/i, '').toLowerCase() : Buffer.from(text, 'base64').toString('hex');
}

const isoText = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const zoneText = /(Z|[+-]\d{2}:?\d{2})$/i;
const millisecondsPer = { s: 1_000, ms: 1, ns: 1e-6 } as const;
/** Range of a date in JavaScript, and therefore of times in the history. */
const maxMs = 8.64e15;

/** A time without a zone is UTC. */
function isoMs(text: string): number {
  if (text.length > maxScalarLength || !isoText.test(text)) return Number.NaN;
  const [date = '', time] = text.trim().replace(' ', 'T').replace(',', '.').split('T');
  if (time === undefined) return Date.parse(date);
  return Date.parse(`${date}T${time.replace(/\s/g, '')}${zoneText.test(time) ? '' : 'Z'}`);
}

function readTime(scope: Scope, field: FieldMapping['time']): number | undefined {
  const value = field && read(scope, field);
  if (!field || value === undefined || value === '') return undefined;
  const { format } = field;
  const ms =
    format === 'iso'
      ? isoMs(typeof value === 'string' ? value : '')
      : (numberOf(value) ?? Number.NaN) * millisecondsPer[format];
  if (Math.abs(ms) <= maxMs) return Math.round(ms);
  throw new UnreadableError('BRIDGE_MAPPING_TIME_INVALID', { value: shownValue(value), format });
}

function readPort(scope: Scope, field: FieldMapping['port']): number | undefined {
  const value = field && read(scope, field);
  if (!field || value === undefined || value === '') return undefined;
  const port = numberOf(value);
  if (port !== undefined && Number.isInteger(port) && port >= 0 && port <= 255) return port;
  throw new UnreadableError('BRIDGE_MAPPING_PORT_INVALID', { value: shownValue(value) });
}

interface JsonObject {
  [key: string]: JsonValue;
}

/** Dots in a name create nested objects. The contract refuses names of JavaScript's own objects. */
function put(target: JsonObject, name: string, value: JsonValue): void {
  const steps = name.split('.');
  const last = steps.pop() ?? name;
  let place = target;
  for (const step of steps) {
    const known = place[step];
    const inner: JsonObject = typeof known === 'object' && known !== null && !Array.isArray(known) ? known : {};
    place[step] = inner;
    place = inner;
  }
  place[last] = value;
}

/** Looking at a gateway costs as much as copying this many characters, even if nothing is found. */
const gatewayCost = 10;
const listLength = (value: JsonValue | undefined) => (Array.isArray(value) ? Math.min(value.length, maxGateways) : 1);

function readMeta(scope: Scope, mapping: FieldMapping): JsonObject {
  const meta: JsonObject = {};
  for (const field of mapping.meta) {
    const found = read(scope, field);
    if (field.format === 'gateways') spend(scope.budget, gatewayCost * listLength(found));
    const given = readValue(found, field.format);
    if (given !== undefined) put(meta, field.name, given);
  }
  const port = readPort(scope, mapping.port);
  if (port !== undefined) put(meta, 'lora.fport', port);
  return meta;
}

/** Unwanted messages, such as joins of a device, are ignored. */
function isWanted(scope: Scope, only: FieldMapping['only']): boolean {
  if (!only) return true;
  const value = read(scope, only);
  return value !== undefined && (only.equals === null || (isScalar(value) && String(value) === only.equals));
}

function messageOf(scope: Scope, mapping: FieldMapping): Mutated {
  try {
    spend(scope.budget, 0);
    if (!isWanted(scope, mapping.only)) return { ok: true, messages: [] };
    const id = readId(scope, mapping.id);
    const payload = readPayload(scope, mapping.payload);
    const time = readTime(scope, mapping.time);
    const meta = readMeta(scope, mapping);
    const message = { id, payload, ...(time === undefined ? {} : { time }), meta };
    spend(scope.budget, JSON.stringify(message).length);
    return { ok: true, messages: [message] };
  } catch (error) {
    if (error instanceof UnreadableError) return { ok: false, reason: error.reason };
    throw error;
  }
}

/** A message, or the reason why its list can't be found. */
type Part = { source: JsonValue; scope: Scope } | { source: JsonValue; result: Mutated };

function partsOf(mapping: FieldMapping, whole: Omit<Scope, 'item'>): Part[] {
  const { body } = whole;
  if (mapping.items === null) return [{ source: body, scope: { ...whole, item: body } }];
  const items = valueAt(body, mapping.items);
  if (Array.isArray(items)) return items.map((item) => ({ source: item, scope: { ...whole, item } }));
  const isIgnored = mapping.only?.from !== 'item' && !isWanted({ ...whole, item: null }, mapping.only);
  const reason = { code: 'BRIDGE_MAPPING_ITEMS_MISSING', params: { field: shownPath({ path: mapping.items }) } };
  return [{ source: body, result: isIgnored ? { ok: true, messages: [] } : { ok: false, reason } }];
}

/** Returns one result for each message. A raw message may be a list of messages, or contain such a list. */
export function mapFields(mapping: FieldMapping, raw: RawMessage): { source: JsonValue; result: Mutated }[] {
  const bodies = Array.isArray(raw.body) ? raw.body : [raw.body];
  const common = { raw, topic: raw.topic?.split('/'), budget: { left: maxMappedBytes } };
  const parts = bodies.flatMap((body) => partsOf(mapping, { ...common, body }));
  if (parts.length > webhookLimits.messages) {
    const reason = { code: 'WEBHOOK_TOO_MANY_MESSAGES', params: { limit: webhookLimits.messages } };
    return [{ source: null, result: { ok: false, reason } }];
  }
  return parts.map((part) =>
    'scope' in part ? { source: part.source, result: messageOf(part.scope, mapping) } : part,
  );
}
