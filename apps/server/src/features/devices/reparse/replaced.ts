import { isDeepStrictEqual } from 'node:util';
import { shardCount } from '../../../ingest/log/packet.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { EpochMs, History, HistoryPoint } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { findIntakes, readIncoming, type ValueUpdate } from '../../states/index.ts';
import { ownUpdates, type Reading } from '../directory/past.ts';

export interface ReplacedValue {
  key: string;
  /** Shard and number of the packet whose value is in the history instead. */
  by: string;
}

interface Tools {
  db: Db;
  history: History;
  sandbox: Sandbox;
}

/** Times further apart are read separately, to skip the points between them. */
const gapMs = 30 * 24 * 3_600_000;
const mostPoints = 20_000;
/** A newer packet replaces an older one in most of its states, so the first states are enough to detect it. */
const mostStates = 50;

function spansOf(times: readonly EpochMs[]): { from: EpochMs; to: EpochMs }[] {
  const spans: { from: EpochMs; to: EpochMs }[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && at - last.to < gapMs) last.to = Math.max(last.to, at + 1);
    else spans.push({ from: at, to: at + 1 });
  }
  return spans;
}

async function pointsAt(history: History, series: number, times: readonly EpochMs[]) {
  const found = new Map<EpochMs, HistoryPoint>();
  for (const span of spansOf(times)) {
    const points = await history.range({ series, ...span, limit: mostPoints, order: 'descending' });
    for (const point of points) found.set(point.at, point);
  }
  return found;
}

/** Values of a re-parse have a shard of their run, from which the shard of the packet is computed. */
const isSamePacket = (point: HistoryPoint, { shard, seq }: ValueUpdate) =>
  point.seq === seq && point.shard % shardCount === shard % shardCount;

const packetIdOf = ({ shard, seq }: HistoryPoint) => `${shard % shardCount || shardCount}-${seq}`;

const hasValues = ({ packet }: Reading) => packet.outcome !== 'pending' && packet.outcome !== 'dropped';

/** Values of these packets that are not in the history: a later packet had a different value for the same time. */
export async function findReplaced(
  { db, history, sandbox }: Tools,
  readings: readonly Reading[],
): Promise<Map<Reading, ReplacedValue[]>> {
  const sent = readings
    .filter(hasValues)
    .flatMap((reading) => ownUpdates(reading).map((update) => ({ reading, update })));
  const byState = [...Map.groupBy(sent, ({ update }) => update.stateId)].slice(0, mostStates);
  const suspects: { reading: Reading; update: ValueUpdate; point: HistoryPoint }[] = [];
  for (const [stateId, members] of byState) {
    const points = await pointsAt(
      history,
      stateId,
      members.map(({ update }) => update.measuredAt.getTime()),
    );
    for (const { reading, update } of members) {
      const point = points.get(update.measuredAt.getTime());
      if (point && point.shard > 0 && !isSamePacket(point, update)) suspects.push({ reading, update, point });
    }
  }
  const replaced = new Map<Reading, ReplacedValue[]>();
  if (suspects.length === 0) return replaced;
  const intakes = await findIntakes(db, [...new Set(suspects.map(({ update }) => update.stateId))]);
  const known = new Map(intakes.map((intake) => [intake.id, intake]));
  for (const { reading, update, point } of suspects) {
    const [own] = await readIncoming(sandbox, known, [update]);
    if (!own || own.problem || isDeepStrictEqual(own.value, point.value)) continue;
    const key = reading.states.find(({ id }) => id === update.stateId)?.key ?? '';
    replaced.set(reading, [...(replaced.get(reading) ?? []), { key, by: packetIdOf(point) }]);
  }
  return replaced;
}
