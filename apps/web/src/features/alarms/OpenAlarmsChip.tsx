import { alarmSeverities } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import type { TwinContext } from '../twins/index.ts';
import { useOpenAlarmCounts } from './alarm.queries.ts';
import { originPath } from './paths.ts';
import { useLiveAlarms } from './use-live-alarms.ts';

/** "1 open warning" beside the status of a twin, which leads to its alarms. */
export function OpenAlarmsChip({ kind, twin }: TwinContext) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  useLiveAlarms(twin.tenantId);
  const { data } = useOpenAlarmCounts({ dtwinId: twin.id });
  if (!data) return null;
  const category = kind === 'device' ? 'virtualDevice' : 'digitalTwin';
  return alarmSeverities
    .toReversed()
    .filter((severity) => data[severity] > 0)
    .map((severity) => (
      <InternalLink
        key={severity}
        to={`${originPath({ id: twin.id, category })}?tab=alarms&alarms.status=unresolved`}
        underline="none"
        sx={{ borderRadius: 4, '& .MuiChip-root': { cursor: 'pointer' } }}
      >
        <StatusChip
          status={severity}
          label={t(`open.${severity}`, { count: data[severity], number: formats.number(data[severity]) })}
        />
      </InternalLink>
    ));
}
