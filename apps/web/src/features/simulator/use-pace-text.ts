import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { paceOf, spanOf } from './pace.ts';

/** The message rate of a fleet in words. */
export function usePaceText() {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  return useMemo(
    () => ({
      /** "12 a second" */
      pace(deviceCount: number, intervalSeconds: number): string {
        const { unit, count } = paceOf(deviceCount, intervalSeconds);
        return t(`pace.${unit}`, { shown: formats.number(count, { maximum: count < 10 ? 1 : 0 }) });
      },
      /** "every 10 minutes" */
      span(intervalSeconds: number): string {
        const { unit, count } = spanOf(intervalSeconds);
        return t(`every.${unit}`, { count, shown: formats.number(count) });
      },
    }),
    [t, formats],
  );
}
