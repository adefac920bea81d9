import type pg from 'pg';
import { type Client, inTransaction } from '../../platform/db/connection.ts';
import { takeTableLocks } from '../../platform/db/table-locks.ts';
import { hasBeyond, insertParts, lockPacking, readCursors, readDay } from './packed-days.store.ts';
import { type ClosedPacket, type PacketPart, partsOf } from './packet-parts.ts';
import { dropLockedDay, findDay, keepVacuumAway, lockedForDrop } from './partitions.store.ts';

/** Where packing stands; tests kill it at each of these. */
export type PackStep = 'begun' | 'written' | 'locked' | 'dropped' | 'committed';

export interface PacketPacker {
  pool: pg.Pool;
  /** The first moment of the day. */
  day: number;
  signal: AbortSignal;
  onStep?(step: PackStep): void | Promise<void>;
}

/** A packet of the day has not been applied yet: the day waits. */
class OpenPacketError extends Error {}

const writtenParts = 64;
const writtenBytes = 8_000_000;

async function* applied(
  pages: AsyncIterable<ClosedPacket[]>,
  cursors: ReadonlyMap<number, number>,
): AsyncGenerator<ClosedPacket[]> {
  for await (const page of pages) {
    if (page.some(({ shard, seq }) => seq > (cursors.get(shard) ?? -1))) throw new OpenPacketError();
    yield page;
  }
}

async function pack(client: Client, { day, signal, onStep }: Required<PacketPacker>): Promise<boolean> {
  await lockPacking(client);
  const table = await findDay(client, day);
  if (!table) return false;
  await keepVacuumAway(client, table);
  const cursors = await readCursors(client);
  if (await hasBeyond(client, table, cursors)) throw new OpenPacketError();
  await onStep('begun');

  let parts: PacketPart[] = [];
  let sizeBytes = 0;
  const write = async () => {
    await insertParts(client, parts);
    parts = [];
    sizeBytes = 0;
    await onStep('written');
  };
  for await (const part of partsOf(applied(readDay(client, table), cursors))) {
    signal.throwIfAborted();
    parts.push(part);
    sizeBytes += part.sizeBytes;
    if (parts.length >= writtenParts || sizeBytes >= writtenBytes) await write();
  }
  if (parts.length > 0) await write();

  await takeTableLocks(client, lockedForDrop(table));
  await onStep('locked');
  // What came for the day while it was read has a greater number than all that was applied before.
  if (await hasBeyond(client, table, cursors)) throw new OpenPacketError();
  await dropLockedDay(client, table);
  await onStep('dropped');
  return true;
}

/**
 * One transaction moves the whole day: its rows appear when its table goes, and a process that is killed has changed
 * nothing. The day can be written to and read meanwhile; removing waits (`holdOffPacking`). False when there is nothing
 * to pack, or packets of the day still wait to be applied.
 */
export async function packPacketDay(packer: PacketPacker): Promise<boolean> {
  const onStep = packer.onStep ?? (() => {});
  try {
    const isPacked = await inTransaction(packer.pool, (client) => pack(client, { ...packer, onStep }));
    if (isPacked) await onStep('committed');
    return isPacked;
  } catch (error) {
    if (error instanceof OpenPacketError) return false;
    throw error;
  }
}
