import { z } from 'zod';
import { berlinMs, dayOf, hourOf, isPublicHoliday, weekdayOf } from './calendar.ts';

/** Hours of the day with values, in order; values between them are interpolated, also across midnight. */
export const hourlyPoints = z
  .array(z.tuple([z.number().min(0).max(24), z.number()]))
  .min(1)
  .refine((points) => points.every(([hour], index) => index === 0 || hour > (points[index - 1]?.[0] ?? 0)), {
    error: 'hours must rise',
  });
export type HourlyPoints = z.output<typeof hourlyPoints>;

function interpolated(points: HourlyPoints, hour: number): number {
  const next = points.findIndex(([at]) => at > hour);
  const [toHour, toValue] = points[Math.max(0, next)] ?? [0, 0];
  const [fromHour, fromValue] = points.at(next < 0 ? -1 : next - 1) ?? [0, 0];
  const length = (toHour - fromHour + 24) % 24 || 24;
  return fromValue + (toValue - fromValue) * (((hour - fromHour + 24) % 24) / length);
}

export interface WeeklyCurve {
  weekday: HourlyPoints;
  saturday?: HourlyPoints;
  /** Also used on public holidays. */
  sunday?: HourlyPoints;
}

/** The value of a curve at a local time in Berlin. */
export function onCurve({ weekday, saturday = weekday, sunday = saturday }: WeeklyCurve, atMs: number): number {
  const clock = berlinMs(atMs);
  const day = dayOf(clock);
  const name = weekdayOf(day);
  const points = name === 6 || isPublicHoliday(day) ? sunday : name === 5 ? saturday : weekday;
  return interpolated(points, hourOf(clock));
}

/** The curve as parameters of signals. */
export const weeklyCurve = {
  weekday: hourlyPoints,
  saturday: hourlyPoints.optional(),
  sunday: hourlyPoints.optional(),
};
