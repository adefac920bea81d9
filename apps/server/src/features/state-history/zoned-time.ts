import type { EpochMs } from '../../platform/history/history.ts';

const quarterMs = 900_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const padded = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'));

/** Formats times with the offset of a zone (2025-10-26T02:30:00.000+01:00). Offsets are cached per quarter hour. */
export function createZonedTime(zone: string): (at: EpochMs) => string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  let known = { quarter: Number.NaN, offset: '+00:00', offsetMs: 0 };

  function offsetAt(at: EpochMs): typeof known {
    const quarter = Math.floor(at / quarterMs);
    if (known.quarter === quarter) return known;
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '00', minutes = '00'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    const size = (Number(hours) * 60 + Number(minutes)) * minuteMs;
    known = { quarter, offset: `${sign}${hours}:${minutes}`, offsetMs: sign === '-' ? -size : size };
    return known;
  }

  let day = { start: Number.NaN, text: '' };

  return (at) => {
    const { offset, offsetMs } = offsetAt(at);
    const wall = at + offsetMs;
    // Formatting a date costs more than all of the rest, and most points share it with the one before.
    if (!(wall >= day.start && wall < day.start + dayMs)) {
      const start = Math.floor(wall / dayMs) * dayMs;
      day = { start, text: new Date(start).toISOString().slice(0, 11) };
    }
    const time = wall - day.start;
    const milliseconds = padded[time % 1_000] ?? '';
    const second = Math.floor(time / 1_000);
    const [hours, minutes] = [two[Math.floor(second / 3_600)], two[Math.floor(second / 60) % 60]];
    return `${day.text}${hours}:${minutes}:${two[second % 60]}.${milliseconds}${offset}`;
  };
}
