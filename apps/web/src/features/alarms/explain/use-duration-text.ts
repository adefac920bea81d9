import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** A duration in its two largest units at most. */
export function durationParts(durationMs: number): { name: (typeof units)[number]['name']; count: number }[] {
  const start = units.findIndex(({ ms }) => durationMs >= ms);
  if (start < 0) return [{ name: 'second', count: 0 }];
  let restMs = durationMs;
  return units
    .slice(start, start + 2)
    .map(({ name, ms }) => {
      const count = Math.floor(restMs / ms);
      restMs -= count * ms;
      return { name, count };
    })
    .filter(({ count }) => count > 0);
}

export function useDurationText(): (durationMs: number) => string {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  return (durationMs) =>
    durationParts(durationMs)
      .map(({ name, count }) => t(`duration.${name}`, { count, number: formats.number(count) }))
      .join(' ');
}
