import type { Twin, TwinDependencies } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { DeletionNotice, useConsequences } from './DeletionNotice.tsx';
import { useTwinActions, useTwinDependencies } from './twin.queries.ts';

interface DeleteTwinDialogProps {
  twin: Twin;
  onClose: () => void;
}

function OpenDialog({ twin, dependencies, onClose }: DeleteTwinDialogProps & { dependencies: TwinDependencies }) {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const { remove } = useTwinActions();
  const { id, title } = twin;
  const consequences = useConsequences(dependencies);
  const above = twin.ancestors.at(-1);
  return (
    <ConfirmDialog
      open
      title={t('delete.question', { title })}
      description={t('delete.description')}
      consequences={consequences}
      confirmLabel={t('delete.action')}
      typeToConfirm={title}
      onConfirm={async () => {
        const { deleted } = await remove(id);
        showToast({ message: t('delete.done', { title, count: deleted, shown: String(deleted) }) });
        go(above ? `/digitaltwin-mgmt/${above.id}` : '/digitaltwin-mgmt');
      }}
      onClose={onClose}
    />
  );
}

/** First what hangs on a twin, then the question whether it should go. */
export function DeleteTwinDialog({ twin, onClose }: DeleteTwinDialogProps) {
  const { t } = useTranslation('twins');
  const { data, error, refetch } = useTwinDependencies(twin.id);
  if (data?.isDeletable) return <OpenDialog twin={twin} dependencies={data} onClose={onClose} />;
  return (
    <DeletionNotice
      title={t('delete.question', { title: twin.title })}
      blockedText={t('delete.blocked')}
      dependencies={data}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}
