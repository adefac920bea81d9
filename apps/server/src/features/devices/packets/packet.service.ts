import type { RouteInput } from '@stellwerk/contract/core/route';
import type { DevicePacket, listDevicePackets } from '@stellwerk/contract/packet';
import type { Language } from '@stellwerk/contract/text';
import { listPackets } from '../../../ingest/log/list/list.store.ts';
import type { PacketQuery, StoredPacket } from '../../../ingest/log/list/stored-packet.ts';
import type { Parsers } from '../../../ingest/ports.ts';
import type { History, JsonValue } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { problemOf } from '../../states/index.ts';
import { type Reading, readPast } from '../directory/past.ts';
import { findReplaced, type ReplacedValue } from '../reparse/replaced.ts';

/** Further packets of a device in the same millisecond are not shown. */
const maxAtOnce = 1_000;

function valuesOf({ states, variables }: Reading): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  // The first value is shown if a packet contains values for several times.
  for (const { name, value } of variables.toReversed()) {
    for (const { key } of states.filter(({ variable }) => variable === name)) values[key] = value;
  }
  return values;
}

function unusedOf({ states, variables }: Reading): string[] {
  const used = new Set(states.map(({ variable }) => variable));
  return [...new Set(variables.map(({ name }) => name))].filter((name) => !used.has(name));
}

function toWire(reading: Reading, replaced: readonly ReplacedValue[], language: Language): DevicePacket {
  const { shard, seq, receivedAt, payload, meta, outcome, reason, refused } = reading.packet;
  return {
    id: `${shard}-${seq}`,
    receivedAt: new Date(receivedAt).toISOString(),
    payload,
    meta,
    driverMeta: reading.input?.meta ?? meta,
    outcome,
    reason: reason && problemOf(reason.code, reason.params, language),
    values: valuesOf(reading),
    unused: unusedOf(reading),
    refused: refused.map(({ key, code, params }) => ({ key, reason: problemOf(code, params, language) })),
    replaced: [...replaced],
  };
}

/** Pages never split packets of the same millisecond, because the next page continues by time. */
async function pageOf({ db }: Ctx, query: PacketQuery): Promise<{ packets: StoredPacket[]; hasMore: boolean }> {
  const found = await listPackets(db, { ...query, limit: query.limit + 1 });
  const next = found[query.limit];
  if (!next) return { packets: found, hasMore: false };
  const packets = found.filter(({ receivedAt }) => receivedAt > next.receivedAt);
  if (packets.length > 0) return { packets, hasMore: true };
  const moment = { fromMs: next.receivedAt, beforeMs: next.receivedAt + 1, limit: maxAtOnce };
  return { packets: await listPackets(db, { ...query, ...moment }), hasMore: true };
}

interface PacketDeps {
  parsers: Parsers;
  history: History;
  sandbox: Sandbox;
}

export const createPacketService = ({ parsers, history, sandbox }: PacketDeps) => ({
  async list(ctx: Ctx, id: number, query: RouteInput<typeof listDevicePackets>['query']) {
    const { startDate, before, limit, outcome } = query;
    const { packets, hasMore } = await pageOf(ctx, {
      deviceIds: [id],
      limit,
      ...(startDate === undefined ? {} : { fromMs: Date.parse(startDate) }),
      ...(before === undefined ? {} : { beforeMs: Date.parse(before) }),
      ...(outcome ? { outcome } : {}),
    });
    const readings = await readPast(ctx.db, parsers, packets);
    const replaced = await findReplaced({ db: ctx.db, history, sandbox }, readings);
    return {
      packets: readings.map((reading) => toWire(reading, replaced.get(reading) ?? [], ctx.language)),
      hasMore,
    };
  },
});
export type PacketService = ReturnType<typeof createPacketService>;
