import { Alert, Box, Typography } from '@mui/material';
import { fleetLimits } from '@stellwerk/contract/fleet';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { SliderInput } from '../../ui/form/SliderInput.tsx';
import { usePaceText } from './use-pace-text.ts';

/** The message rate for the entered values. */
function PaceLine({ deviceCount, intervalSeconds }: { deviceCount: unknown; intervalSeconds: unknown }) {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  const texts = usePaceText();
  const [devices, seconds] = [Number(deviceCount), Number(intervalSeconds)];
  if (!(devices >= 1 && seconds >= 1)) return null;
  const limit = fleetLimits.messagesPerSecond;
  if (devices / seconds > limit) {
    return <Alert severity="warning">{t('form.tooFast', { limit: formats.number(limit) })}</Alert>;
  }
  const values = { pace: texts.pace(devices, seconds), span: texts.span(seconds) };
  return (
    <Typography role="status" variant="body2" color="textSecondary">
      {t('form.pace', values)}
    </Typography>
  );
}

/** The sending interval of its devices. */
export function PaceFields({ deviceCount }: { deviceCount?: number }) {
  const { t } = useTranslation('simulator');
  const [enteredCount, intervalSeconds] = useWatch({ name: ['deviceCount', 'intervalSeconds'] });
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: deviceCount === undefined ? '1fr 1fr' : '1fr' } }}>
        {deviceCount === undefined && <NumberInput name="deviceCount" label={t('form.devices')} required />}
        <NumberInput name="intervalSeconds" label={t('form.interval')} unit={t('form.seconds')} required />
      </Box>
      <PaceLine deviceCount={deviceCount ?? enteredCount} intervalSeconds={intervalSeconds} />
    </>
  );
}

const faults = ['gap', 'duplicate', 'late'] as const;

/** Rates of simulated transmission errors. */
export function FaultFields() {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  return (
    <Box component="fieldset" sx={{ display: 'grid', gap: 1.5, border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1, px: 0 }}>
        {t('form.faults')}
      </Typography>
      {faults.map((fault) => (
        <SliderInput
          key={fault}
          name={`faults.${fault}`}
          label={t(`fault.${fault}`)}
          help={t(`fault.${fault}Help`)}
          min={0}
          max={0.5}
          step={0.01}
          textOf={(share) => formats.percent(share)}
        />
      ))}
    </Box>
  );
}
