import type pg from 'pg';
import { type Client, inTransaction } from '../../platform/db/connection.ts';
import { takeTableLocks } from '../../platform/db/table-locks.ts';
import { hasBeyond, insertParts, lockPacking, readCursors, readDay } from './packed-days.store.ts';
import { type ClosedPacket, type PacketPart, partsOf } from './packet-parts.ts';
import { dropLockedDay, findDay, keepVacuumAway, lockedForDrop } from './partitions.store.ts';

/** Progress of packing; tests kill the process at each of these steps. */
export type PackStep = 'begun' | 'written' | 'locked' | 'dropped' | 'committed';

interface PacketPacker {
  pool: pg.Pool;
  day: number;
  signal: AbortSignal;
  onStep?(step: PackStep): void | Promise<void>;
}

/** Thrown if a packet of the day has not been applied yet; the day is packed later. */
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
  // Packets that arrived for this day during the read have greater numbers than all applied ones.
  if (await hasBeyond(client, table, cursors)) throw new OpenPacketError();
  await dropLockedDay(client, table);
  await onStep('dropped');
  return true;
}

/**
 * Packs a whole day in one transaction: its rows appear when its table is dropped, and a killed process has changed
 * nothing. The day stays readable and writable meanwhile; removal waits (`holdOffPacking`). Returns false if there is
 * nothing to pack, or if packets of the day are not applied yet.
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
