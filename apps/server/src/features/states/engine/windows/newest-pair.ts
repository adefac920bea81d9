import { type BlockPoint, beats, type Origin, placeOf } from './day-block.ts';
import { originOf, type PastReader, pointOf } from './read-days.ts';

const readAtOnce = 16;
const mostKept = 64;

/** The newest points of a series, for `differenceValue`, which needs the last two points however far apart they are. */
export function createNewestPair() {
  const at: number[] = [];
  const kept: { point: BlockPoint; origin: Origin }[] = [];
  /** All points from this time on are in memory; undefined before the first read. */
  let knownFrom: number | undefined;

  async function read({ history, db, series }: PastReader): Promise<void> {
    const query = { series, from: 0, to: Number.MAX_SAFE_INTEGER, limit: readAtOnce, order: 'descending' } as const;
    const points = (await history.range(query, db)).reverse();
    at.splice(0, at.length, ...points.map((point) => point.at));
    kept.splice(0, kept.length);
    for (const point of points) kept.push({ point: pointOf(point.at, point.value), origin: originOf(point) });
    knownFrom = points.length < readAtOnce ? Number.NEGATIVE_INFINITY : (at[0] ?? 0);
  }

  const lastTwo = (time: number) => {
    const end = placeOf(at, time + 1);
    return kept.slice(Math.max(0, end - 2), end).map(({ point }) => point);
  };

  return {
    put(point: BlockPoint, origin: Origin): void {
      if (knownFrom === undefined || point.at < knownFrom) return;
      const place = placeOf(at, point.at);
      const present = at[place] === point.at ? kept[place] : undefined;
      if (present && !beats(origin, present.origin)) return;
      at.splice(place, present ? 1 : 0, point.at);
      kept.splice(place, present ? 1 : 0, { point, origin });
      if (at.length <= mostKept) return;
      at.splice(0, mostKept / 2);
      kept.splice(0, mostKept / 2);
      knownFrom = at[0];
    },

    /** The last two points up to `time`, the newer one last. */
    async upTo(reader: PastReader, time: number): Promise<BlockPoint[]> {
      if (knownFrom === undefined) await read(reader);
      const found = lastTwo(time);
      if (found.length === 2 || knownFrom === Number.NEGATIVE_INFINITY) return found;
      // More points in the future than are kept in memory: the two before `time` are read directly.
      const { history, db, series } = reader;
      const query = { series, from: 0, to: time + 1, limit: 2, order: 'descending' } as const;
      return (await history.range(query, db)).reverse().map((point) => pointOf(point.at, point.value));
    },
  };
}
export type NewestPair = ReturnType<typeof createNewestPair>;
