import { Alert, Box } from '@mui/material';
import type { TemplateEffect } from '@stellwerk/contract/device-template-calls';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';

const severities = {
  losesState: 'warning',
  blockedByAggregate: 'error',
  lacksProperty: 'error',
  foreignState: 'error',
} as const;

/** What a synchronisation would do to the devices, before it does. */
export function EffectList({ effects }: { effects: readonly TemplateEffect[] }) {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  if (effects.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {effects.map(({ kind, key, devices, values, isEstimate }) => (
        <Alert key={`${kind} ${key}`} severity={severities[kind]}>
          {t(`effect.${kind}`, {
            count: devices,
            shown: formats.number(devices),
            key,
            values: t(isEstimate ? 'effect.aboutValues' : 'effect.values', {
              count: values,
              shown: formats.number(values),
            }),
          })}
        </Alert>
      ))}
    </Box>
  );
}
