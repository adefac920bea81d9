import { interpretBatch } from '../../../ingest/interpret/batch.ts';
import type { Packet } from '../../../ingest/log/packet.ts';
import { insertApplied } from '../../../ingest/log/packets.store.ts';
import { ensurePacketDays } from '../../../ingest/log/partitions.store.ts';
import { countTraffic } from '../../../ingest/log/traffic.store.ts';
import { trafficOf } from '../../../ingest/log/traffic.ts';
import { noteSightings } from '../../../ingest/newest/index.ts';
import type { LiveDirectory, Parsers, Sighting } from '../../../ingest/ports.ts';
import { onConnectionOf } from '../../../platform/db/connection.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import type { History, HistoryPoint, JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { findIntakes, readIncoming, takeSeqs } from '../../states/index.ts';
import { type ComputedState, type Coordinates, hasPackets, insertPositions, type PastPosition } from '../demo.store.ts';
import { aggregatesOf, byLevel, type Courses, sourcesOf } from './aggregates.ts';
import { type PastDevice, type PastSpan, packetsOf, spansBefore } from './packets.ts';
import { positionsOf } from './positions.ts';

interface PastDeps {
  database: Database;
  history: History;
  sandbox: Sandbox;
  parsers: Parsers;
}

interface PastOptions {
  /** Finds the devices of packets. */
  directory: LiveDirectory;
  devices: readonly PastDevice[];
  computed: readonly ComputedState[];
  coordinates: Coordinates;
  startsAtMs: number;
  days: number;
  /** Called between two days; throws to stop. */
  onDay(written: number): void;
}

interface Written {
  packets: Packet[];
  points: HistoryPoint[];
  sightings: Sighting[];
  positions: PastPosition[];
}

const packetsAtOnce = 2_500;

/**
 * Writes the past of the demo world day by day: packets, and the values that the real drivers parse from them. Rules
 * are not evaluated. A day is written in one transaction, so that a second run continues.
 */
export async function writePast(
  { database, history, sandbox, parsers }: PastDeps,
  options: PastOptions,
): Promise<void> {
  const { directory, devices, computed, coordinates, startsAtMs, days, onDay } = options;
  const { db, pool } = database;
  const connectorIds = [...new Set(devices.map(({ connectorId }) => connectorId))];
  const spans = spansBefore(startsAtMs, days);
  const levels = byLevel(computed);
  const before = new Map<number, { at: number; value: JsonValue }>();
  const todayMs = spans.at(-1)?.fromMs ?? startsAtMs;

  async function prepare(span: PastSpan): Promise<Written> {
    const packets = await packetsOf(devices, span);
    const points: HistoryPoint[] = [];
    const sightings: Sighting[] = [];
    const courses: Courses = new Map();
    for (let start = 0; start < packets.length; start += packetsAtOnce) {
      const batch = await interpretBatch({ directory, parsers }, packets.slice(start, start + packetsAtOnce));
      sightings.push(...batch.sightings);
      // Values that contain whole packets are kept for one day only, because the packets themselves are stored.
      const updates = batch.updates.filter(
        ({ value, measuredAt }) => typeof value !== 'object' || measuredAt.getTime() >= todayMs,
      );
      const ids = [...new Set(updates.map(({ stateId }) => stateId))];
      const intakes = new Map((await findIntakes(db, ids)).map((each) => [each.id, each]));
      for (const { stateId, value, measuredAt, shard, seq, problem } of await readIncoming(sandbox, intakes, updates)) {
        if (problem) continue;
        const at = measuredAt.getTime();
        points.push({ series: stateId, at, shard, seq, value, source: 'live' });
        const course = courses.get(stateId);
        if (course) course.push({ at, value });
        else courses.set(stateId, [{ at, value }]);
      }
    }
    const positions = positionsOf(coordinates, points);
    const made = await aggregatesOf(sandbox, levels, { courses, before, span: [span.fromMs, span.toMs] });
    const seqs = await takeSeqs(db, made.length);
    for (const [index, point] of made.entries()) {
      points.push({ ...point, shard: 0, seq: seqs[index] ?? 0, source: 'live' });
    }
    return { packets, points, sightings, positions };
  }

  const write = ({ packets, points, sightings, positions }: Written) =>
    db.transaction(async (tx: Db) => {
      await onConnectionOf(tx, (client) => insertApplied(client, packets));
      // Past days are compressed immediately; late packets of the night can belong to the previous day.
      await history.writePacked(
        tx,
        points.filter(({ at }) => at < todayMs),
      );
      await history.write(
        tx,
        points.filter(({ at }) => at >= todayMs),
      );
      await insertPositions(tx, positions);
      await countTraffic(tx, trafficOf({ packets, faults: [] }));
      await noteSightings(tx, together(sightings));
    });

  let written = 0;
  while (written < spans.length) {
    const span = spans[written];
    if (!span || !(await hasPackets(db, connectorIds, span.fromMs, span.toMs))) break;
    written += 1;
  }
  for (const { fromMs } of spans.slice(written)) await ensurePacketDays(pool, fromMs);
  if (written > 0) await recall();

  async function recall(): Promise<void> {
    const ids = [...new Set(computed.flatMap(sourcesOf))];
    for (const [id, [point]] of await history.latest(ids, 1)) {
      if (point) before.set(id, { at: point.at, value: point.value });
    }
  }

  // The next day is computed while the database writes this one.
  let ready = spans[written] && prepare(spans[written] ?? { index: 0, fromMs: 0, toMs: 0 });
  for (let index = written; index < spans.length && ready; index += 1) {
    const current = await ready;
    const next = spans[index + 1];
    ready = next && prepare(next);
    ready?.catch(() => {});
    await write(current);
    onDay(index + 1);
  }
}

function together(sightings: readonly Sighting[]): Sighting[] {
  const byTwin = new Map<number, Sighting>();
  for (const each of sightings) {
    const known = byTwin.get(each.twinId);
    const receivedAt = known && known.receivedAt > each.receivedAt ? known.receivedAt : each.receivedAt;
    byTwin.set(each.twinId, { ...each, receivedAt, packets: (known?.packets ?? 0) + each.packets });
  }
  return [...byTwin.values()];
}
