import type { DashboardRow } from '@stellwerk/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useDashboardActions } from './dashboard.queries.ts';

interface DeleteDashboardDialogProps {
  dashboard: Pick<DashboardRow, 'id' | 'name'>;
  onDeleted?: () => void;
  onClose: () => void;
}

export function DeleteDashboardDialog({ dashboard: { id, name }, onDeleted, onClose }: DeleteDashboardDialogProps) {
  const { t } = useTranslation('dashboards');
  const { remove } = useDashboardActions();
  return (
    <ConfirmDialog
      open
      danger
      title={t('delete.question', { name })}
      description={t('delete.description')}
      confirmLabel={t('delete.confirm')}
      onConfirm={async () => {
        await remove(id);
        showToast({ message: t('delete.done', { name }) });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
