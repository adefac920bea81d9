export const visualisationRanges = [
  '15m',
  '30m',
  '1h',
  '3h',
  '6h',
  '12h',
  '24h',
  '2d',
  '7d',
  '2w',
  '1M',
  '3M',
  '6M',
  '1Y',
] as const;
export type VisualisationRange = (typeof visualisationRanges)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Months and years of a tile have fixed lengths, independent of the calendar. */
export const visualisationRangeMs: Readonly<Record<VisualisationRange, number>> = {
  '15m': hourMs / 4,
  '30m': hourMs / 2,
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
