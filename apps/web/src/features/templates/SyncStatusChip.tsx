import type { SyncStatus, TemplateRow } from '@stellwerk/contract/device-template';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';

const looks: Record<SyncStatus, Status> = {
  noLinkedDevices: 'unknown',
  unsynced: 'warning',
  inProgress: 'info',
  canary: 'info',
  halted: 'error',
  failed: 'error',
  synced: 'ok',
  unknown: 'unknown',
};

export function SyncStatusChip({ template }: { template: Pick<TemplateRow, 'status' | 'failedCount'> }) {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  const { status, failedCount } = template;
  const shown = formats.number(failedCount);
  return <StatusChip status={looks[status]} label={t(`status.${status}`, { count: failedCount, shown })} />;
}
