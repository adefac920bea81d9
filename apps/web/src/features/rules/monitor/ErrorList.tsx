import { Box } from '@mui/material';
import type { RuleExecution } from '@stellwerk/contract/rule-run';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../../ui/table/types.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useCommandTexts } from '../commands/use-command-texts.ts';
import { RuleResultChip } from '../history/RuleResultChip.tsx';
import { useTriggerText } from '../history/use-trigger-text.ts';
import { rulePath } from '../paths.ts';
import { useErroneousExecutions } from './monitor.queries.ts';

/** The failure in words: of the evaluation itself, or of commands that could not be delivered. */
function Problem({ execution }: { execution: RuleExecution }) {
  const { t } = useTranslation('rules');
  const commandTexts = useCommandTexts();
  const failed = execution.commands.filter(({ state }) => state === 'failed' || state === 'limited' || state === 'cut');
  const lines = [
    ...(execution.error ? [execution.error.message] : []),
    ...failed.map(({ type, target, problem, state }) =>
      t('monitor.errors.command', {
        name: commandTexts.title(type),
        target,
        message: problem?.message ?? t(`history.commandState.${state}`),
      }),
    ),
  ];
  return (
    <Box sx={{ color: 'error.main', minWidth: 0, py: 0.5, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {withUniqueKeys(lines, (line) => line).map(({ key, item: line }) => (
        <div key={key}>{line}</div>
      ))}
    </Box>
  );
}

function useColumns(): TableColumn<RuleExecution>[] {
  const { t } = useTranslation('rules');
  const triggerText = useTriggerText();
  return useMemo(
    () => [
      {
        id: 'rule',
        title: t('monitor.column.title'),
        width: 24,
        grow: 1,
        card: 'title',
        render: ({ ruleTitle, dtwinTitle }) => <TitleCell title={ruleTitle} detail={dtwinTitle} />,
      },
      {
        id: 'at',
        title: t('monitor.column.at'),
        width: 15,
        render: ({ lastAt }) => <Age at={lastAt} />,
      },
      {
        id: 'result',
        title: t('history.column.result'),
        width: 16,
        card: 'status',
        render: ({ result }) => <RuleResultChip result={result} />,
      },
      {
        id: 'problem',
        title: t('monitor.column.problem'),
        width: 40,
        grow: 3,
        render: (execution) => <Problem execution={execution} />,
      },
      {
        id: 'trigger',
        title: t('history.column.trigger'),
        width: 24,
        grow: 1,
        optional: true,
        render: ({ trigger }) => triggerText(trigger),
      },
    ],
    [t, triggerText],
  );
}

/** Executions that failed and commands that could not be delivered, newest first. */
export function ErrorList({ accountFilter }: { accountFilter: readonly TableFilter[] }) {
  const { t } = useTranslation('rules');
  const table = useTableState({ name: 'rule-errors', prefix: 'errors', filters: accountFilter });
  return (
    <DataTable<RuleExecution>
      label={t('monitor.errors.label')}
      table={table}
      source={useErroneousExecutions}
      columns={useColumns()}
      rowId={({ id }) => id}
      rowLabel={({ ruleTitle }) => ruleTitle}
      rowTo={({ dtwinId, ruleId }) => rulePath(dtwinId, ruleId)}
      empty={
        <EmptyState icon={CircleCheck} title={t('monitor.errors.empty')} description={t('monitor.errors.emptyHelp')} />
      }
    />
  );
}
