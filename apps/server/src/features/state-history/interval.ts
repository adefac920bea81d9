import { type HistoryDuration, historyDurations } from '@stellwerk/contract/state-history';
import type { Span } from '../../platform/history/history.ts';

const hourMs = 3_600_000;
/** Shortest length of each duration. */
const widthMs: Record<HistoryDuration, number> = {
  '5m': hourMs / 12,
  '15m': hourMs / 4,
  '1h': hourMs,
  '6h': 6 * hourMs,
  '1d': 24 * hourMs,
  '1w': 7 * 24 * hourMs,
  '1mo': 28 * 24 * hourMs,
};

export function intervalsIn({ from, to }: Span, duration: HistoryDuration): number {
  const width = widthMs[duration];
  return Math.floor((to - 1) / width) - Math.floor(from / width) + 1;
}

/** The shortest duration with at most this number of intervals. */
export const leastDuration = (span: Span, limit: number): HistoryDuration =>
  historyDurations.find((duration) => intervalsIn(span, duration) <= limit) ?? '1mo';
