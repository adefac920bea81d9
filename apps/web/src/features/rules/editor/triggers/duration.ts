export const durationUnits = ['minutes', 'hours', 'days'] as const;
export type DurationUnit = (typeof durationUnits)[number];

const hoursIn: Record<DurationUnit, number> = { minutes: 1 / 60, hours: 1, days: 24 };

/** Minutes as fractions of an hour are rarely exact; the user means whole minutes. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

export const toHours = (amount: number, unit: DurationUnit): number => rounded(amount * hoursIn[unit]);
export const fromHours = (hours: number, unit: DurationUnit): number => Math.round((hours / hoursIn[unit]) * 1e4) / 1e4;

/** The largest unit in which the duration is a whole number. */
export function unitOf(hours: number): DurationUnit {
  if (hours === 0) return 'hours';
  if (hours % 24 === 0) return 'days';
  return Number.isInteger(hours) ? 'hours' : 'minutes';
}
