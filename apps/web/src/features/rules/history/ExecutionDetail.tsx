import { Alert, Box, Typography } from '@mui/material';
import type { RuleExecution } from '@stellwerk/contract/rule-run';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { EvaluatedTree } from '../evaluation/EvaluatedTree.tsx';
import { RunMetrics } from '../evaluation/RunMetrics.tsx';
import { alarmPath } from '../paths.ts';
import { CommandList } from './CommandResults.tsx';
import { useTriggerText } from './use-trigger-text.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Conditions({ conditions, isMet }: Pick<RuleExecution, 'conditions' | 'isMet'>) {
  const { t } = useTranslation('rules');
  if (conditions) return <EvaluatedTree node={conditions} />;
  return (
    <Typography color="textSecondary">
      {isMet === null ? t('history.notJudged') : t(isMet ? 'history.wereMet' : 'history.wereNotMet')}
    </Typography>
  );
}

/** Details of one evaluation, or of several with the same result. */
export function ExecutionDetail({ execution }: { execution: RuleExecution }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const triggerText = useTriggerText();
  const { at, lastAt, count, metrics, conditions, isMet, commands, error, durationMs, revision, alarmId } = execution;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        py: 2,
        minWidth: 0,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        {error && <Alert severity="error">{error.message}</Alert>}
        <Facts
          facts={[
            {
              label: t('history.column.at'),
              value:
                count > 1
                  ? t('history.until', { from: formats.exactTime(at), to: formats.exactTime(lastAt) })
                  : formats.exactTime(at),
            },
            { label: t('history.column.trigger'), value: triggerText(execution.trigger) },
            {
              label: t('history.duration'),
              value: t('history.durationMs', {
                number: durationMs < 1 ? '< 1' : formats.number(durationMs, { maximum: 1 }),
              }),
            },
            { label: t('history.revision'), value: formats.number(revision) },
            ...(alarmId === null
              ? []
              : [
                  {
                    label: t('history.alarm'),
                    value: (
                      <InternalLink to={alarmPath(alarmId)} underline="always">
                        {t('history.openAlarm')}
                      </InternalLink>
                    ),
                  },
                ]),
          ]}
        />
        <Part title={t('history.commands')}>
          <CommandList commands={commands} />
        </Part>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        <Part title={t('history.conditions')}>
          <Conditions conditions={conditions} isMet={isMet} />
        </Part>
        {metrics.length > 0 && (
          <Part title={t('history.metrics')}>
            <RunMetrics metrics={metrics} />
          </Part>
        )}
      </Box>
    </Box>
  );
}
