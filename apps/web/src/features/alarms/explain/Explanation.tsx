import { Box } from '@mui/material';
import { BellRing, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useExplanation } from '../alarm.queries.ts';
import { useAlarmObject } from '../use-alarm-object.ts';
import { EventsAroundStep } from './EventsAroundStep.tsx';
import { ExplanationStep } from './ExplanationStep.tsx';
import type { AlarmExplanation } from './explanation-types.ts';
import { HealthStep } from './HealthStep.tsx';
import { NotifiedStep } from './NotifiedStep.tsx';
import { PacketStep } from './PacketStep.tsx';
import { RuleStep } from './RuleStep.tsx';
import { useDurationText } from './use-duration-text.ts';

function Raised({ alarm }: Pick<AlarmExplanation, 'alarm'>) {
  const { t } = useTranslation(['alarms', 'ui']);
  const formats = useFormats();
  const objectOf = useAlarmObject();
  const { severity, message, date } = alarm;
  return (
    <ExplanationStep
      icon={BellRing}
      title={t('why.raised')}
      lead={
        <>
          {t('why.raisedAt', {
            at: formats.exactTime(date),
            severity: t(`ui:status.${severity}`),
            origin: objectOf(alarm).title,
          })}{' '}
          <Age at={date} />
        </>
      }
    >
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{message}</Box>
    </ExplanationStep>
  );
}

function Resolved({ alarm: { date, resolvedAt, resolvedBy } }: Pick<AlarmExplanation, 'alarm'>) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const durationText = useDurationText();
  if (resolvedAt === null) return null;
  const facts = {
    at: formats.exactTime(resolvedAt),
    duration: durationText(Date.parse(resolvedAt) - Date.parse(date)),
    name: resolvedBy ?? '',
  };
  return (
    <ExplanationStep
      icon={CircleCheck}
      title={t('why.resolved')}
      lead={t(resolvedBy === null ? 'why.resolvedItself' : 'why.resolvedBy', facts)}
    />
  );
}

/** Explains an alarm step by step, from its cause to other events at that time. */
export function Explanation({ alarmId }: { alarmId: number }) {
  const { data, error, refetch } = useExplanation(alarmId);
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" count={6} />;
  const { alarm, rule, health, packet, notified, around } = data;
  return (
    <Box>
      <Raised alarm={alarm} />
      {alarm.type === 'rule' ? <RuleStep alarm={alarm} rule={rule} /> : <HealthStep health={health} />}
      <PacketStep packet={packet} trigger={rule?.trigger ?? null} accountId={alarm.tenantId} />
      <NotifiedStep commands={notified} isOfRule={alarm.type === 'rule'} />
      <Resolved alarm={alarm} />
      <EventsAroundStep entries={around} />
    </Box>
  );
}
