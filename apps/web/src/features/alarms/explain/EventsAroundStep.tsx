import { Box, Typography } from '@mui/material';
import { BellRing, CircleCheck, History, type LucideIcon, PencilLine, Plug, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ExplanationStep } from './ExplanationStep.tsx';
import type { AlarmExplanation } from './explanation-types.ts';

type Entry = AlarmExplanation['around'][number];

const icons: Record<Entry['kind'], LucideIcon> = {
  change: PencilLine,
  alarm: BellRing,
  alarmResolved: CircleCheck,
  connector: Plug,
  rule: Scale,
};

function EventLine({ entry: { at, kind, text, by } }: { entry: Entry }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const Icon = icons[kind];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '3rem 1rem minmax(0, 1fr)',
        columnGap: 1,
        alignItems: 'baseline',
        py: 0.5,
      }}
    >
      <Typography
        component="time"
        variant="body2"
        color="textSecondary"
        dateTime={at}
        title={formats.exactTime(at)}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {formats.time(at)}
      </Typography>
      <Box component="span" sx={{ color: 'text.muted', alignSelf: 'center', display: 'flex' }}>
        <Icon size="0.875rem" role="img" aria-label={t(`around.${kind}`)} />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {text}
        {by && (
          <Typography component="span" variant="body2" color="textSecondary">
            {' '}
            · {by}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** Other events in that hour, which often include the cause. */
export function EventsAroundStep({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('alarms');
  return (
    <ExplanationStep
      icon={History}
      title={t('why.around')}
      lead={entries.length === 0 ? t('why.aroundNone') : undefined}
    >
      {entries.length > 0 && (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {entries
            .toSorted((one, other) => one.at.localeCompare(other.at))
            .map((entry) => (
              <EventLine key={`${entry.at} ${entry.kind} ${entry.text}`} entry={entry} />
            ))}
        </Box>
      )}
    </ExplanationStep>
  );
}
