import { type Bands, bandStatuses, statusAmong, type VisualisationOptions } from '@stellwerk/contract/state';
import { type Status, statuses } from '@stellwerk/contract/twin';

type Scale = Pick<VisualisationOptions, 'minimum' | 'maximum'>;
type Limits = Scale & Bands;

/** Where a number lies between minimum and maximum; what lies outside stays at the end. */
export function fractionOf(number: number, { minimum, maximum }: Scale): number {
  return Math.min(1, Math.max(0, (number - minimum) / (maximum - minimum)));
}

export interface Band {
  from: number;
  to: number;
  status: Status;
}

/** The stretches between the thresholds as fractions of the scale; none where there are no thresholds. */
export function bandsOf(limits: Limits): Band[] {
  const edges = [0, ...limits.thresholds.map((value) => fractionOf(value, limits)), 1];
  return bandStatuses(limits).map((status, index) => ({ from: edges[index] ?? 0, to: edges[index + 1] ?? 1, status }));
}

/** What the thresholds say about a number; unknown without any. */
export const statusAt = (number: number, limits: Limits): Status => statusAmong(number, limits) ?? 'unknown';

export interface ThresholdStatus {
  value: number;
  status: Status;
}

/** Each threshold has the worse status of the two bands that it separates. */
export function thresholdsOf(bands: Bands): ThresholdStatus[] {
  const ranks = bandStatuses(bands).map((status) => statuses.indexOf(status));
  return bands.thresholds.map((value, index) => {
    const worse = Math.max(ranks[index] ?? 0, ranks[index + 1] ?? 0);
    return { value, status: statuses[worse] ?? 'error' };
  });
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
