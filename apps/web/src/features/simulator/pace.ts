/** The total rate, in a unit in which it is at least one, or per day. */
export interface Pace {
  unit: 'second' | 'minute' | 'hour' | 'day';
  count: number;
}

const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const;

export function paceOf(deviceCount: number, intervalSeconds: number): Pace {
  const perSecond = deviceCount / intervalSeconds;
  const [unit, seconds] = units.find(([, size]) => perSecond * size >= 1) ?? units[3];
  return { unit, count: perSecond * seconds };
}

/** A number of seconds in the largest unit without a remainder. */
export function spanOf(intervalSeconds: number): Pace {
  const [unit, seconds] = units.findLast(([, size]) => intervalSeconds % size === 0) ?? units[0];
  return { unit, count: intervalSeconds / seconds };
}
