import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';

interface PartDeleteDialogProps {
  kind: 'filter' | 'transformer' | 'flow';
  name: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
}

/** The server refuses to delete parts that flows use, and names the flows. */
export function PartDeleteDialog({ kind, name, remove, onClose }: PartDeleteDialogProps) {
  const { t } = useTranslation('flows');
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { name })}
      description={t(`delete.${kind}`)}
      confirmLabel={t('action.delete')}
      onConfirm={async () => {
        await remove();
        showToast({ message: t('delete.done', { name }) });
      }}
      onClose={onClose}
    />
  );
}
