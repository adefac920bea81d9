import { alarmSeverities } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { useAlarmStatistics } from '../alarm.queries.ts';
import { filterOf } from '../alarm-filter.ts';
import type { AlarmList } from './use-alarm-list.ts';

/** Number of open errors and warnings, independent of the filters; each links to its alarms. */
export function OpenAlarmCounts({ list: { table, question } }: { list: AlarmList }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const { data } = useAlarmStatistics(filterOf({ filters: {}, tenantId: question.tenantId }));
  if (!data) return null;
  const [account] = table.state.filters.account ?? [];
  return alarmSeverities.toReversed().map((severity) => {
    const count = data.unresolved[severity];
    const label = t(`open.${severity}`, { count, number: formats.number(count) });
    const parameters = new URLSearchParams({ status: 'unresolved', severity, ...(account ? { account } : {}) });
    return (
      <InternalLink
        key={severity}
        to={`/alarm-logs?${parameters}`}
        underline="none"
        sx={{ borderRadius: 4, '& .MuiChip-root': { cursor: 'pointer' } }}
      >
        <StatusChip status={count > 0 ? severity : 'ok'} label={label} />
      </InternalLink>
    );
  });
}
