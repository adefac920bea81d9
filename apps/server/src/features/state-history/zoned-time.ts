import type { EpochMs } from '../../platform/history/history.ts';

const quarterMs = 900_000;
const minuteMs = 60_000;

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

  return (at) => {
    const { offset, offsetMs } = offsetAt(at);
    return new Date(at + offsetMs).toISOString().slice(0, -1) + offset;
  };
}
