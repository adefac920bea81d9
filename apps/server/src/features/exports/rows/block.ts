import type { EpochMs, JsonValue } from '../../../platform/history/history.ts';
import type { ExportedSeries } from './series.store.ts';

/** Consecutive rows of one state, oldest first. */
export interface Block {
  series: ExportedSeries;
  at: ArrayLike<EpochMs>;
  /** A typed array if all values are numbers. */
  values: ArrayLike<JsonValue>;
}

export type Blocks = AsyncIterable<Block>;

export function sliceBlock({ series, at, values }: Block, count: number): Block {
  return { series, at: Array.prototype.slice.call(at, 0, count), values: Array.prototype.slice.call(values, 0, count) };
}
