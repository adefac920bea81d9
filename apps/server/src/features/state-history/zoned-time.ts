import type { EpochMs } from '../../platform/history/history.ts';

const quarterMs = 900_000;
const minuteMs = 60_000;

/**
 * Writes times as ISO 8601 on the clock of a zone, with its offset: 2025-10-26T02:30:00.000+01:00. Offsets change on
 * quarters of an hour, so that each is asked for once.
 */
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

  return (at) => {
    const { offset, offsetMs } = offsetAt(at);
    return new Date(at + offsetMs).toISOString().slice(0, -1) + offset;
  };
}
