import type { EpochMs, JsonValue } from '../../platform/history/history.ts';
import type { Content } from '../interpret/interpret.ts';
import type { JsonObject, Reason } from '../ports.ts';

/** A decoded message in the standard form. */
export interface Message {
  identifier: string;
  content: Content;
}

type Understood = { ok: true; message: Message } | { ok: false; identifier: string; reason: Reason };

export const messageLimits = {
  bytes: 262_144,
  /** Deeper nesting has no use, and makes every traversal expensive. */
  depth: 50,
  identifier: 200,
} as const;

/** Names that could reach into JavaScript's own objects (prototype pollution). */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Findings during the traversal of a message. */
interface Seen {
  hasInfinity: boolean;
}

/** The problem with the shape of a value, if any. Recursion is safe because the depth is limited. */
function shapeProblem(value: unknown, seen: Seen, depth = 1): Reason | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) seen.hasInfinity = true;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > messageLimits.depth) return { code: 'PACKET_TOO_DEEP', params: { limit: messageLimits.depth } };
  if (Array.isArray(value)) {
    for (const inner of value) {
      const problem = shapeProblem(inner, seen, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  }
  for (const name in value) {
    if (forbiddenNames.has(name)) return { code: 'PACKET_FORBIDDEN_NAME', params: { name } };
    const problem = shapeProblem(Reflect.get(value, name), seen, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

const mostNames = 20;

/** Paths of infinite numbers (1e999): JSON can't express them, so null is stored in their place. */
function* infiniteNames(value: unknown, name: string): Generator<string> {
  if (typeof value === 'number' && !Number.isFinite(value)) yield name;
  else if (typeof value === 'object' && value !== null) {
    for (const [inner, each] of Object.entries(value))
      yield* infiniteNames(each, name === '' ? inner : `${name}.${inner}`);
  }
}

const outOfRange = (payload: JsonValue, { hasInfinity }: Seen): Pick<Content, 'outOfRange'> =>
  hasInfinity ? { outOfRange: [...infiniteNames(payload, '').take(mostNames)] } : {};

const isoDate = /^\s*[+-]?\d{4,6}-\d{2}-\d{2}/;

const zone = /(Z|[+-]\d{2}:?\d{2}|GMT|UTC)\s*$/i;
const time = /\d{2}:\d{2}/;

/** A time without a zone is UTC, whatever the zone of the server; JavaScript reads it in that one. */
function dateMs(text: string): number {
  const hasZone = !time.test(text) || zone.test(text.replace(isoDate, ''));
  return Date.parse(hasZone ? text : `${text.trim()}Z`);
}

/** Accepts milliseconds or seconds since 1970, or an ISO date as text. JavaScript reads dates into almost any text. */
function timeOf(given: unknown): EpochMs | null | undefined {
  if (given === undefined || given === null || given === '') return null;
  if (typeof given !== 'number' && !isoDate.test(String(given))) return undefined;
  const ms = typeof given === 'number' ? (Math.abs(given) < 1e11 ? given * 1_000 : given) : dateMs(String(given));
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? Math.round(ms) : undefined;
}

function identifierOf(given: unknown): string | undefined {
  // A number such as 1e400 is read as Infinity, which would be one identifier for many devices.
  if (typeof given !== 'string' && !Number.isFinite(given)) return undefined;
  const identifier = String(given).trim();
  const isUsable = identifier !== '' && !/\p{Cc}/u.test(identifier) && identifier.isWellFormed();
  return isUsable && identifier.length <= messageLimits.identifier ? identifier : undefined;
}

const refused = (identifier: string, code: string, params: Reason['params'] = {}): Understood => ({
  ok: false,
  identifier,
  reason: { code, params },
});

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 500;

/** `{ routing: { <reference>: <value> }, variable, data: { value, time? } }`: addresses twins by reference ids. */
function understandRouted(given: JsonObject): Understood {
  const { routing, variable, data } = given;
  if (!isObject(routing) || !isText(variable) || !isObject(data)) return refused('', 'PACKET_ROUTING_INVALID');
  const pairs = Object.entries(routing);
  const isUsable =
    pairs.length > 0 && pairs.length <= 10 && pairs.every(([name, value]) => isText(name) && isText(value));
  // The identifier is the same for all messages to a twin, so that they share a shard and keep their order.
  const identifier = pairs
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
    .slice(0, messageLimits.identifier);
  if (!isUsable || identifierOf(identifier) === undefined) return refused('', 'PACKET_ROUTING_INVALID');
  if (data.value === undefined) return refused(identifier, 'PACKET_PAYLOAD_MISSING');
  const time = timeOf(data.time);
  if (time === undefined) return refused(identifier, 'PACKET_TIME_INVALID');
  const seen = { hasInfinity: false };
  const problem = shapeProblem(data.value, seen) ?? shapeProblem(routing, { hasInfinity: false });
  if (problem) return { ok: false, identifier, reason: problem };
  const references = Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
  const own = { payload: data.value, meta: {}, time, ...outOfRange(data.value, seen) };
  const content = { ...own, routing: references, variable };
  return { ok: true, message: { identifier, content } };
}

/** Decodes a message of a connector: `{ id | identifier, timestamp | time, payload | packet, meta }`. */
export function understand(given: JsonValue): Understood {
  if (!isObject(given)) return refused('', 'PACKET_NOT_AN_OBJECT');
  if (given.routing !== undefined) return understandRouted(given);
  const identifier = identifierOf(given.id ?? given.identifier);
  if (identifier === undefined) return refused('', 'PACKET_IDENTIFIER_MISSING');
  const payload = given.payload ?? given.packet;
  if (payload === undefined) return refused(identifier, 'PACKET_PAYLOAD_MISSING');
  const meta = given.meta ?? {};
  if (!isObject(meta)) return refused(identifier, 'PACKET_META_INVALID');
  const time = timeOf(given.timestamp ?? given.time);
  if (time === undefined) return refused(identifier, 'PACKET_TIME_INVALID');
  const seen = { hasInfinity: false };
  // Infinite numbers in the metadata refuse no value.
  const problem = shapeProblem(payload, seen) ?? shapeProblem(meta, { hasInfinity: false });
  if (problem) return { ok: false, identifier, reason: problem };
  return { ok: true, message: { identifier, content: { payload, meta, time, ...outOfRange(payload, seen) } } };
}
