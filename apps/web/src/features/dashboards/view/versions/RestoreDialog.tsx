import type { DashboardVersion } from '@stellwerk/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { ConfirmDialog } from '../../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { useDashboardActions } from '../../dashboard.queries.ts';

interface RestoreDialogProps {
  dashboardId: number;
  version: Pick<DashboardVersion, 'version' | 'createdAt'>;
  onRestored: () => void;
  onClose: () => void;
}

export function RestoreDialog({
  dashboardId,
  version: { version, createdAt },
  onRestored,
  onClose,
}: RestoreDialogProps) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const { restore } = useDashboardActions();
  return (
    <ConfirmDialog
      open
      danger={false}
      title={t('versions.question', { version })}
      description={t('versions.explanation', { at: formats.dateTime(createdAt) })}
      confirmLabel={t('versions.restore')}
      onConfirm={async () => {
        await restore({ id: dashboardId, version });
        showToast({ message: t('versions.restored', { version }) });
        onRestored();
      }}
      onClose={onClose}
    />
  );
}
