import { Box } from '@mui/material';
import { BellRing, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useExplanation } from '../alarm.queries.ts';
import { Around } from './Around.tsx';
import type { AlarmExplanation } from './explanation-types.ts';
import { HealthStory } from './HealthStory.tsx';
import { Notified } from './Notified.tsx';
import { PacketStory } from './PacketStory.tsx';
import { RuleStory } from './RuleStory.tsx';
import { StoryStep } from './StoryStep.tsx';
import { useDurationText } from './use-duration-text.ts';

function Raised({ alarm }: Pick<AlarmExplanation, 'alarm'>) {
  const { t } = useTranslation(['alarms', 'ui']);
  const formats = useFormats();
  const { origin, severity, message, date } = alarm;
  return (
    <StoryStep
      icon={BellRing}
      title={t('why.raised')}
      lead={
        <>
          {t('why.raisedAt', {
            at: formats.exactTime(date),
            severity: t(`ui:status.${severity}`),
            origin: origin?.title ?? t('originGone'),
          })}{' '}
          <Age at={date} />
        </>
      }
    >
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{message}</Box>
    </StoryStep>
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
    <StoryStep
      icon={CircleCheck}
      title={t('why.resolved')}
      lead={t(resolvedBy === null ? 'why.resolvedItself' : 'why.resolvedBy', facts)}
    />
  );
}

/** Why there is this alarm: one story from what was raised down to what else happened then. */
export function Explanation({ alarmId }: { alarmId: number }) {
  const { data, error, refetch } = useExplanation(alarmId);
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" count={6} />;
  const { alarm, rule, health, packet, notified, around } = data;
  return (
    <Box>
      <Raised alarm={alarm} />
      {alarm.type === 'rule' ? <RuleStory alarm={alarm} rule={rule} /> : <HealthStory health={health} />}
      <PacketStory packet={packet} trigger={rule?.trigger ?? null} accountId={alarm.tenantId} />
      <Notified commands={notified} isOfRule={alarm.type === 'rule'} />
      <Resolved alarm={alarm} />
      <Around entries={around} />
    </Box>
  );
}
