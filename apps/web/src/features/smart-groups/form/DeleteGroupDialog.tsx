import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useGroupActions } from '../group.queries.ts';

interface DeleteGroupDialogProps {
  group: Pick<SmartGroup, 'id' | 'title'>;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteGroupDialog({ group: { id, title }, onDeleted, onClose }: DeleteGroupDialogProps) {
  const { t } = useTranslation('smart-groups');
  const { remove } = useGroupActions();
  return (
    <ConfirmDialog
      open
      danger
      title={t('delete.question', { title })}
      description={t('delete.description')}
      confirmLabel={t('delete.confirm')}
      onConfirm={async () => {
        await remove(id);
        showToast({ message: t('delete.done', { title }) });
        onDeleted();
      }}
      onClose={onClose}
    />
  );
}
