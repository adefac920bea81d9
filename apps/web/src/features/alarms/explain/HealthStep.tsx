import { Typography } from '@mui/material';
import { Gauge, Stethoscope } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { type Fact, Facts } from '../../../ui/surface/Facts.tsx';
import { ExplanationStep } from './ExplanationStep.tsx';
import type { HealthEvidence } from './explanation-types.ts';
import { useDurationText } from './use-duration-text.ts';
import { ValueSteps } from './ValueSteps.tsx';

const mostRows = 16;
const minuteMs = 60_000;

function CheckFacts({ health }: { health: HealthEvidence }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const durationText = useDurationText();
  const seesDrivers = useCan('DeviceDriver.read');
  const { identifier, driver, lastSeenAt, durationMinutes } = health;
  const driverText = driver && t('why.driverVersion', { title: driver.title, version: driver.version });
  const facts: (Fact | false)[] = [
    { label: t('why.identifier'), value: identifier },
    driver !== null && {
      label: t('why.driver'),
      value: seesDrivers ? (
        <InternalLink to={`/virtual-device-drivers/${driver.id}?tab=health`}>{driverText}</InternalLink>
      ) : (
        driverText
      ),
    },
    lastSeenAt !== null && { label: t('why.lastSeenAt'), value: formats.exactTime(lastSeenAt) },
    durationMinutes !== null &&
      durationMinutes > 0 && { label: t('why.lasting'), value: durationText(durationMinutes * minuteMs) },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}

/** The evidence of the device health check, and its criterion. */
export function HealthStep({ health }: { health: HealthEvidence | null }) {
  const { t } = useTranslation('alarms');
  if (!health) return <ExplanationStep icon={Stethoscope} title={t('why.check')} lead={t('why.checkNotKept')} />;
  const { check, values } = health;
  return (
    <>
      <ExplanationStep icon={Gauge} title={t('why.values')}>
        {values.length > 0 ? (
          <ValueSteps label={t('why.valuesSeen')} steps={values} />
        ) : (
          <Typography color="textSecondary">{t('why.noValues')}</Typography>
        )}
      </ExplanationStep>
      <ExplanationStep icon={Stethoscope} title={t('why.check')} lead={t('why.checkLead')}>
        <CheckFacts health={health} />
        {check === null ? (
          <Typography color="textSecondary">{t('why.checkGone')}</Typography>
        ) : (
          <CodeEditor
            label={t('why.checkCode')}
            language="javascript"
            value={check}
            rows={Math.min(mostRows, check.split('\n').length + 1)}
          />
        )}
      </ExplanationStep>
    </>
  );
}
