import type { testPacket } from '@stellwerk/contract/driver-workbench';
import type { z } from 'zod';
import type { JsonObject, ParserInput } from '../../ingest/ports.ts';
import type { JsonValue } from '../../platform/history/history.ts';

export type TestPacket = z.output<typeof testPacket>;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `meta.time` may say when it came, so that a test gives the same on every day. */
function receivedAtOf({ meta }: TestPacket, otherwise: Date): number {
  const given = typeof meta?.time === 'string' ? Date.parse(meta.time) : Number.NaN;
  return Number.isFinite(given) ? given : otherwise.getTime();
}

/** A packet as it is typed in, in the form of one that a connector received. */
export function inputOf(packet: TestPacket, otherwise: Date, accountId: number): ParserInput {
  const { payload, bytes, fPort } = packet;
  const meta: JsonObject = { ...packet.meta };
  if (fPort !== undefined) meta.lora = { ...(isObject(meta.lora) ? meta.lora : {}), fport: fPort };
  const given = payload ?? (bytes ? Buffer.from(bytes).toString('hex') : null);
  return { payload: given, meta, receivedAt: receivedAtOf(packet, otherwise), accountId };
}
