import type { VisualisationRange } from '@stellwerk/contract/state';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Months and years of a tile are round lengths, not those of the calendar. */
export const rangeMs: Record<VisualisationRange, number> = {
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': hourMs,
  '3h': 3 * hourMs,
  '6h': 6 * hourMs,
  '12h': 12 * hourMs,
  '24h': dayMs,
  '2d': 2 * dayMs,
  '7d': 7 * dayMs,
  '2w': 14 * dayMs,
  '1M': 30 * dayMs,
  '3M': 91 * dayMs,
  '6M': 182 * dayMs,
  '1Y': 365 * dayMs,
};
