import { Box, Typography } from '@mui/material';
import { Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { RuleResultChip, rulePath } from '../../rules/index.ts';
import type { TileBodyProps, TileKind } from './tile-props.ts';

/** The result of the last evaluation, and the rule's open alarm. */
function Body({ object, size }: TileBodyProps<'rule'>) {
  const { t } = useTranslation('home');
  const { active, lastResult, lastEvaluatedAt, lastExecutedAt, openAlarm } = object;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {!active && <NeutralChip label={t('rule.off')} />}
        {openAlarm && (
          <InternalLink
            to={`/alarm-logs?alarm=${openAlarm.id}`}
            underline="none"
            sx={{ position: 'relative', zIndex: 1, borderRadius: 4, '& .MuiChip-root': { cursor: 'pointer' } }}
          >
            <StatusChip status={openAlarm.severity} label={t('rule.openAlarm')} />
          </InternalLink>
        )}
        {lastResult && (!openAlarm || size !== 'small') && <RuleResultChip result={lastResult} />}
      </Box>
      {size === 'small' ? (
        <Typography variant="caption" color="textMuted" sx={{ mt: 'auto' }}>
          {t('rule.lastEvaluatedAt')} <Age at={lastEvaluatedAt} />
        </Typography>
      ) : (
        <Facts
          facts={[
            { label: t('rule.lastEvaluatedAt'), value: <Age at={lastEvaluatedAt} /> },
            { label: t('rule.lastExecutedAt'), value: <Age at={lastExecutedAt} /> },
          ]}
        />
      )}
    </>
  );
}

export const ruleTile: TileKind<'rule'> = {
  type: 'rule',
  icon: Workflow,
  sizes: ['small', 'medium'],
  pathOf: ({ id, dtwin }) => rulePath(dtwin.id, id),
  placeOf: ({ dtwin }) => dtwin.title,
  Body,
};
