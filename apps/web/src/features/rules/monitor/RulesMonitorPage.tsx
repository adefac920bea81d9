import { Box } from '@mui/material';
import { ruleResults } from '@stellwerk/contract/rule';
import type { RuleRow } from '@stellwerk/contract/rule-calls';
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { TableFilter } from '../../../ui/table/types.ts';
import { type TableControl, useTableState } from '../../../ui/table/use-table-state.ts';
import { useAccountFilter } from '../../devices/index.ts';
import { rulePath } from '../paths.ts';
import { ErrorList } from './ErrorList.tsx';
import { Figures } from './Figures.tsx';
import { useRules } from './monitor.queries.ts';
import { useResumeRule } from './use-resume-rule.ts';
import { useRuleColumns } from './use-rule-columns.tsx';

const byTitle = { column: 'title', descending: false };

function useFilters(accountFilter: readonly TableFilter[]): TableFilter[] {
  const { t } = useTranslation('rules');
  return useMemo(
    () => [
      {
        id: 'attention',
        label: t('monitor.filter.attention'),
        single: true,
        options: [{ value: 'true', label: t('monitor.filter.needsAttention') }],
      },
      {
        id: 'active',
        label: t('monitor.filter.active'),
        single: true,
        options: [
          { value: 'true', label: t('monitor.filter.on') },
          { value: 'false', label: t('monitor.filter.off') },
        ],
      },
      {
        id: 'results',
        label: t('monitor.column.result'),
        options: ruleResults.map((value) => ({ value, label: t(`history.result.${value}`) })),
      },
      ...accountFilter,
    ],
    [t, accountFilter],
  );
}

function RuleList({ table }: { table: TableControl }) {
  const { t } = useTranslation('rules');
  const columns = useRuleColumns(useResumeRule());
  return (
    <DataTable<RuleRow>
      label={t('monitor.tab.rules')}
      table={table}
      source={useRules}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ title }) => title}
      rowTo={({ id, dtwinId }) => rulePath(dtwinId, id)}
      searchPlaceholder={t('monitor.search')}
      empty={
        <EmptyState icon={Workflow} title={t('monitor.empty.title')} description={t('monitor.empty.description')} />
      }
    />
  );
}

/** All rules that the user may see, their activity and their failures. */
export function RulesMonitorPage() {
  const { t } = useTranslation('rules');
  const [, change] = useSearchParams();
  const accountFilter = useAccountFilter(t('monitor.column.account'), { single: true });
  const table = useTableState({ name: 'rules', filters: useFilters(accountFilter), sort: byTitle });
  return (
    <Page id="rules-monitor" title={t('monitor.title')} description={t('monitor.description')}>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Figures
          filters={table.query.filters}
          onErrors={() => change({ tab: 'errors' }, { replace: false })}
          onAttention={() => change({ tab: undefined, attention: true }, { replace: false })}
        />
        <Box sx={{ minWidth: 0 }}>
          <PageTabs
            label={t('monitor.title')}
            tabs={[
              { id: 'rules', label: t('monitor.tab.rules'), content: <RuleList table={table} /> },
              {
                id: 'errors',
                label: t('monitor.tab.errors'),
                content: <ErrorList accountFilter={accountFilter} />,
              },
            ]}
          />
        </Box>
      </Box>
    </Page>
  );
}
