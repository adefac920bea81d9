import { addTo, type Sum, totalOf } from '../../../../platform/history/sum.ts';
import { averageOf, middleOf } from '../metric.ts';

/** An aggregate over a window that only moves forward. */
export interface Sliding {
  moveTo(from: number, to: number): void;
  /** Must not be called for an empty window. */
  value(): number | null;
}

/**
 * Leaving numbers are never subtracted, which would accumulate rounding errors. Instead, suffix sums are kept for the
 * older part, up to `middle`, and a running sum for the newer part. When the window has passed `middle`, its whole
 * content becomes the older part.
 */
export function slidingSum(numbers: Float64Array, isAverage: boolean): Sliding {
  let [high, low] = [new Float64Array(), new Float64Array()];
  let [base, from, middle, to] = [0, 0, 0, 0];
  let newer: Sum = { high: 0, low: 0 };

  function rebuild() {
    const size = to - from;
    if (high.length < size) [high, low] = [new Float64Array(size * 2), new Float64Array(size * 2)];
    const sum = { high: 0, low: 0 };
    for (let place = to - 1; place >= from; place -= 1) {
      addTo(sum, numbers[place] ?? 0);
      high[place - from] = sum.high;
      low[place - from] = sum.low;
    }
    [base, middle] = [from, to];
    newer = { high: 0, low: 0 };
  }

  return {
    moveTo(nextFrom, nextTo) {
      for (; to < nextTo; to += 1) addTo(newer, numbers[to] ?? 0);
      from = nextFrom;
      if (from >= middle) rebuild();
    },
    value() {
      const sum = { ...newer };
      if (from < middle) addTo(sum, high[from - base] ?? 0, low[from - base]);
      const total = totalOf(sum);
      return isAverage ? averageOf(total, to - from) : total;
    },
  };
}

/** A monotonic queue: keeps only numbers that are smaller (or greater) than all later ones. */
export function slidingExtreme(numbers: Float64Array, isMax: boolean): Sliding {
  const places = new Int32Array(numbers.length);
  let [first, end, from, to] = [0, 0, 0, 0];
  const isBeaten = (older: number, newer: number) => (isMax ? older <= newer : older >= newer);
  return {
    moveTo(nextFrom, nextTo) {
      for (; to < nextTo; to += 1) {
        const number = numbers[to] ?? 0;
        while (end > first && isBeaten(numbers[places[end - 1] ?? 0] ?? 0, number)) end -= 1;
        places[end] = to;
        end += 1;
      }
      from = nextFrom;
      while (first < end && (places[first] ?? 0) < from) first += 1;
    },
    value: () => numbers[places[first] ?? 0] ?? null,
  };
}

/** Counts the numbers of the window by rank, in a Fenwick tree. */
export function slidingMedian(numbers: Float64Array): Sliding {
  const ranked = numbers.toSorted();
  const counts = new Int32Array(ranked.length + 1);
  const top = 2 ** Math.floor(Math.log2(Math.max(1, ranked.length)));
  let [from, to] = [0, 0];

  function rankOf(number: number): number {
    let [low, high] = [0, ranked.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranked[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  function count(number: number, change: number) {
    for (let rank = rankOf(number); rank < counts.length; rank += rank & -rank) {
      counts[rank] = (counts[rank] ?? 0) + change;
    }
  }

  /** The number that has this many numbers of the window before it, in sorted order. */
  function numberAfter(before: number): number {
    let [rank, left] = [0, before];
    for (let step = top; step > 0; step >>= 1) {
      const below = counts[rank + step];
      if (below === undefined || below > left) continue;
      rank += step;
      left -= below;
    }
    return ranked[rank] ?? 0;
  }

  return {
    moveTo(nextFrom, nextTo) {
      for (; to < nextTo; to += 1) count(numbers[to] ?? 0, 1);
      for (; from < nextFrom; from += 1) count(numbers[from] ?? 0, -1);
    },
    value() {
      const size = to - from;
      return middleOf(numberAfter((size - 1) >> 1), numberAfter(size >> 1));
    },
  };
}
