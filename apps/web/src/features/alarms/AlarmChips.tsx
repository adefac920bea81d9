import type { AlarmStatus as Status } from '@stellwerk/contract/alarm';
import type { AlarmSeverity as Severity } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

export function AlarmSeverity({ severity }: { severity: Severity }) {
  return <StatusChip status={severity} />;
}

/** A resolved alarm is ok; an open one has no colour of its own, because its severity is beside it. */
export function AlarmStatus({ status }: { status: Status }) {
  const { t } = useTranslation('alarms');
  return <StatusChip status={status === 'resolved' ? 'ok' : 'info'} label={t(`status.${status}`)} />;
}
