import { Box, IconButton, Tooltip } from '@mui/material';
import type { RuleRow } from '@stellwerk/contract/rule-calls';
import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useCommandTexts } from '../commands/use-command-texts.ts';
import { RuleResultChip } from '../history/RuleResultChip.tsx';
import { rulesTabPath } from '../paths.ts';
import { useSharedText } from '../sharing/SharingTab.tsx';
import { isPaused } from './is-paused.ts';
import { RuleState } from './RuleState.tsx';

function RuleTitle({ rule }: { rule: RuleRow }) {
  const sharedText = useSharedText()(rule);
  const details = [sharedText, rule.description].filter((text) => text);
  return <TitleCell title={rule.title} detail={details.join(' · ')} />;
}

/** Columns for rules; `onResume` resumes a paused one. */
export function useRuleColumns(onResume: (rule: RuleRow) => void): TableColumn<RuleRow>[] {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const commands = useCommandTexts();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('monitor.column.title'),
        grow: 2,
        width: 22,
        sortable: true,
        card: 'title',
        render: (rule) => <RuleTitle rule={rule} />,
      },
      {
        id: 'dtwinTitle',
        title: t('monitor.column.twin'),
        grow: 2,
        width: 20,
        sortable: true,
        render: ({ dtwinId, dtwinTitle, category }) => (
          <InternalLink to={rulesTabPath({ id: dtwinId, category })} noWrap>
            {dtwinTitle}
          </InternalLink>
        ),
      },
      {
        id: 'state',
        title: t('monitor.column.state'),
        width: 20,
        card: 'status',
        render: (rule) => <RuleState rule={rule} />,
      },
      {
        id: 'result',
        title: t('monitor.column.result'),
        width: 18,
        render: ({ status: { lastResult, lastError } }) =>
          lastResult ? (
            <RuleResultChip result={lastResult} reason={lastResult === 'error' ? lastError?.message : undefined} />
          ) : (
            '—'
          ),
      },
      {
        id: 'lastEvaluatedAt',
        title: t('monitor.column.lastEvaluatedAt'),
        width: 14,
        sortable: true,
        render: ({ status }) => <Age at={status.lastEvaluatedAt} />,
      },
      {
        id: 'lastExecutedAt',
        title: t('monitor.column.lastExecutedAt'),
        width: 14,
        sortable: true,
        render: ({ status }) => <Age at={status.lastExecutedAt} />,
      },
      {
        id: 'executions',
        title: t('monitor.column.executions'),
        width: 14,
        align: 'right',
        optional: true,
        render: ({ status }) => formats.number(status.executions),
      },
      {
        id: 'errors',
        title: t('monitor.column.errors'),
        width: 10,
        align: 'right',
        sortable: true,
        render: ({ status }) => (
          <Box component="span" sx={status.errors > 0 ? { color: 'error.main', fontWeight: 600 } : {}}>
            {formats.number(status.errors)}
          </Box>
        ),
      },
      {
        id: 'commands',
        title: t('monitor.column.commands'),
        width: 20,
        optional: true,
        render: ({ commandTypes }) => [...new Set(commandTypes)].map(commands.title).join(', ') || '—',
      },
      {
        id: 'nextAt',
        title: t('monitor.column.nextAt'),
        width: 20,
        optional: true,
        render: ({ status: { nextAt } }) => (nextAt === null ? '—' : formats.dateTime(nextAt)),
      },
      {
        id: 'account',
        title: t('monitor.column.account'),
        width: 16,
        optional: true,
        render: ({ tenantName }) => tenantName,
      },
      {
        id: 'updatedAt',
        title: t('monitor.column.updatedAt'),
        width: 15,
        sortable: true,
        optional: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'actions',
        title: t('monitor.column.actions'),
        width: 11,
        align: 'right',
        card: 'menu',
        render: (rule) => {
          if (!isPaused(rule) || !rule.abilities.update) return null;
          const label = t('monitor.resumeOf', { title: rule.title });
          return (
            <Tooltip title={t('monitor.resume')}>
              <IconButton aria-label={label} onClick={() => onResume(rule)}>
                <Play aria-hidden />
              </IconButton>
            </Tooltip>
          );
        },
      },
    ],
    [t, formats, commands, onResume],
  );
}
