const wallFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached: creating one costs far more than using it. */
function wallFormat(zone: string): Intl.DateTimeFormat {
  const known = wallFormats.get(zone);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  wallFormats.set(zone, created);
  return created;
}

/** Local time of a zone, to the second, encoded as if it were UTC. */
export function wallMs(instantMs: number, zone: string): number {
  const parts = Object.fromEntries(
    wallFormat(zone)
      .formatToParts(instantMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Local time of a zone with milliseconds, encoded as if it were UTC. */
export const wallOf = (instantMs: number, zone: string): number =>
  wallMs(instantMs, zone) + instantMs - Math.floor(instantMs / 1_000) * 1_000;

/** Offset of a zone from UTC in milliseconds. */
export const offsetOf = (instantMs: number, zone: string): number => wallOf(instantMs, zone) - instantMs;

/** The first instant in (from, to] whose offset differs from that of `from`. */
export function changeBetween(fromMs: number, toMs: number, zone: string): number {
  const before = offsetOf(fromMs, zone);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

const dayMs = 86_400_000;

/** The instant of a local time: the first of two in autumn, or the instant of the clock change for a skipped time. */
export function instantOf(wall: number, zone: string): number {
  // No values exist before 1970, and time zones of earlier years are unreliable.
  if (wall < dayMs) return 0;
  const [before, after] = [offsetOf(wall - dayMs, zone), offsetOf(wall + dayMs, zone)];
  const shown = [wall - before, wall - after].filter((instant) => wallOf(instant, zone) === wall);
  if (shown.length > 0) return Math.min(...shown);
  return changeBetween(wall - Math.max(before, after), wall - Math.min(before, after), zone);
}
