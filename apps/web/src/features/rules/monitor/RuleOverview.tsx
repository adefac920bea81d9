import type { RuleRow } from '@stellwerk/contract/rule-calls';
import { Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Section } from '../../../ui/surface/Section.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { rulePath } from '../paths.ts';
import { useRulesBelow } from './monitor.queries.ts';
import { useResumeRule } from './use-resume-rule.ts';
import { useRuleColumns } from './use-rule-columns.tsx';

const byTwin = { column: 'dtwinTitle', descending: false };
const devicesParameter = 'below.devices';

/** The rules of a twin and its subtree. */
export function RuleOverview({ twinId }: { twinId: number }) {
  const { t } = useTranslation('rules');
  const [search, change] = useSearchParams();
  const withDevices = search[devicesParameter] === true;
  const table = useTableState({ name: 'rules-below', sort: byTwin, prefix: 'below' });
  const rules = useRulesBelow({ twinId, withDevices }, table.query);
  const columns = useRuleColumns(useResumeRule());
  return (
    <Section title={t('monitor.overview.title')} description={t('monitor.overview.description')}>
      <SwitchField
        label={t('monitor.overview.devices')}
        value={withDevices}
        onChange={(isOn) => change({ [devicesParameter]: isOn || undefined, 'below.page': undefined })}
        sx={{ mb: 1 }}
      />
      <DataTable<RuleRow>
        label={t('monitor.overview.title')}
        table={table}
        source={() => rules}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowTo={({ id, dtwinId }) => rulePath(dtwinId, id)}
        searchPlaceholder={t('monitor.overview.search')}
        empty={
          <EmptyState
            icon={Workflow}
            title={t('monitor.overview.empty')}
            description={t('monitor.overview.emptyHelp')}
          />
        }
      />
    </Section>
  );
}
