import type { VisualisationOptions } from '@stellwerk/contract/state';
import type { Status } from '@stellwerk/contract/twin';

type Scale = Pick<VisualisationOptions, 'minimum' | 'maximum'>;
type Limits = Scale & Pick<VisualisationOptions, 'thresholds' | 'direction'>;

/** Where a number lies between minimum and maximum; what lies outside stays at the end. */
export function fractionOf(number: number, { minimum, maximum }: Scale): number {
  return Math.min(1, Math.max(0, (number - minimum) / (maximum - minimum)));
}

export interface Band {
  from: number;
  to: number;
  status: Status;
}

const statusesOf = (count: number): Status[] => (count === 2 ? ['ok', 'warning', 'error'] : ['ok', 'error']);

/** The stretches between the thresholds as fractions of the scale; none where there are no thresholds. */
export function bandsOf(limits: Limits): Band[] {
  const { thresholds, direction } = limits;
  if (thresholds.length === 0) return [];
  const statuses = statusesOf(thresholds.length);
  const ordered = direction === 'ascending' ? statuses : statuses.toReversed();
  const edges = [0, ...thresholds.map((value) => fractionOf(value, limits)), 1];
  return ordered.map((status, index) => ({ from: edges[index] ?? 0, to: edges[index + 1] ?? 1, status }));
}

/** What the thresholds say about a number; unknown without any. */
export function statusAt(number: number, limits: Limits): Status {
  const { thresholds, direction } = limits;
  if (thresholds.length === 0) return 'unknown';
  const statuses = statusesOf(thresholds.length);
  const ordered = direction === 'ascending' ? statuses : statuses.toReversed();
  return ordered[thresholds.filter((value) => number >= value).length] ?? 'unknown';
}

export interface ThresholdStatus {
  value: number;
  status: Status;
}

/** What begins at a threshold, seen from the good side. */
export function thresholdsOf({ thresholds, direction }: Pick<Limits, 'thresholds' | 'direction'>): ThresholdStatus[] {
  const bad = statusesOf(thresholds.length).slice(1);
  const ordered = direction === 'ascending' ? bad : bad.toReversed();
  return thresholds.map((value, index) => ({ value, status: ordered[index] ?? 'error' }));
}

/** A point on a half circle that opens downwards; 0 is its left end, 1 its right one. */
export function onArc(fraction: number, radius: number, centre: { x: number; y: number }) {
  const angle = Math.PI * (1 - fraction);
  return { x: centre.x + radius * Math.cos(angle), y: centre.y - radius * Math.sin(angle) };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The path of a piece of that half circle. */
export function arcPath(from: number, to: number, radius: number, centre: { x: number; y: number }): string {
  const start = onArc(from, radius, centre);
  const end = onArc(to, radius, centre);
  return `M ${rounded(start.x)} ${rounded(start.y)} A ${radius} ${radius} 0 0 1 ${rounded(end.x)} ${rounded(end.y)}`;
}
