import { Box, Divider, Typography } from '@mui/material';
import { Activity, Hourglass } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SwitchInput } from '../../../../ui/form/SwitchInput.tsx';
import { useRuleTexts } from '../../texts/use-rule-texts.ts';
import { useEditor } from '../editor-context.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { SectionCard } from '../SectionCard.tsx';
import { DurationInput } from './DurationInput.tsx';
import { Geofences } from './Geofences.tsx';
import { TimeTriggers } from './TimeTriggers.tsx';
import { WindowsInput } from './WindowsInput.tsx';

/** New values trigger the rule by default; the rule may be limited to times. */
function ValueTrigger() {
  const { t } = useTranslation('rules');
  const { names } = useEditor();
  const words = useRuleTexts();
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const isOff = useWatch<RuleDraft, 'onlyTimeTriggers'>({ name: 'onlyTimeTriggers' });
  const hasTimes = useWatch<RuleDraft, 'timeTriggers'>({ name: 'timeTriggers' }).length > 0;
  const titles = [
    ...new Set(
      metrics.flatMap(({ stateId }) => (stateId === undefined ? [] : (names.states.get(stateId)?.title ?? []))),
    ),
  ];
  return (
    <Box component="section" aria-label={t('trigger.values')} sx={{ display: 'flex', gap: 1.5 }}>
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary', pt: 0.25 }}>
        <Activity size="1.25rem" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <Typography variant="h3">{t('trigger.values')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {isOff
            ? t('trigger.valuesOff')
            : titles.length > 0
              ? t('words.newValues', { titles: words.list(titles) })
              : t('trigger.valuesNone')}
        </Typography>
        {(hasTimes || isOff) && <SwitchInput name="onlyTimeTriggers" label={t('trigger.onlyTimes')} />}
      </Box>
    </Box>
  );
}

function Throttle() {
  const { t } = useTranslation('rules');
  return (
    <Box component="section" aria-label={t('trigger.throttle')} sx={{ display: 'flex', gap: 1.5 }}>
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary', pt: 0.25 }}>
        <Hourglass size="1.25rem" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, maxWidth: '26rem' }}>
        <DurationInput
          name="throttleHours"
          label={t('trigger.throttle')}
          help={t('trigger.throttleHelp')}
          emptyAs={0}
        />
      </Box>
    </Box>
  );
}

/** The triggers of the rule, and its limits. */
export function TriggersSection({ step }: { step: number }) {
  const { t } = useTranslation('rules');
  return (
    <SectionCard step={step} title={t('section.triggers')} description={t('section.triggersHelp')}>
      <ValueTrigger />
      <Divider />
      <TimeTriggers />
      <Divider />
      <Geofences />
      <Divider />
      <WindowsInput />
      <Divider />
      <Throttle />
    </SectionCard>
  );
}
