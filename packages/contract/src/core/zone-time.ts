const wallFormats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs far more than using it. */
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

/** The clock on the wall of a zone, to the second, written as if it were UTC. */
export function wallMs(instantMs: number, zone: string): number {
  const parts = Object.fromEntries(
    wallFormat(zone)
      .formatToParts(instantMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
