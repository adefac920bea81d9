import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CreateTwinDialog } from './CreateTwinDialog.tsx';
import { DeleteTwinDialog } from './DeleteTwinDialog.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { MoveTwinDialog } from './MoveTwinDialog.tsx';
import { useTwinActions } from './twin.queries.ts';

export type TwinDialog = 'create' | 'duplicate' | 'move' | 'scope' | 'disable' | 'delete';

interface TwinDialogsProps {
  twin: Twin;
  dialog: TwinDialog | undefined;
  onClose: () => void;
}

function DisableDialog({ twin, onClose }: { twin: Twin; onClose: () => void }) {
  const { t } = useTranslation('twins');
  const { setDisabled } = useTwinActions();
  const { id, title, disabled } = twin;
  const kind = disabled ? 'enable' : 'disable';
  return (
    <ConfirmDialog
      open
      danger={!disabled}
      title={t(`${kind}.question`, { title })}
      description={t(`${kind}.description`)}
      confirmLabel={t(`${kind}.action`)}
      onConfirm={async () => {
        const { devices } = await setDisabled({ id, disabled: !disabled });
        showToast({ message: t(`${kind}.done`, { title, count: devices }) });
      }}
      onClose={onClose}
    />
  );
}

function ScopeDialog({ twin, onClose }: { twin: Twin; onClose: () => void }) {
  const { t } = useTranslation('twins');
  const { createScope } = useTwinActions();
  return (
    <ConfirmDialog
      open
      danger={false}
      title={t('scope.question', { title: twin.title })}
      description={t('scope.description')}
      confirmLabel={t('scope.confirm')}
      onConfirm={async () => {
        await createScope(twin.id);
        showToast({ message: t('scope.done', { title: twin.title }) });
      }}
      onClose={onClose}
    />
  );
}

/** The dialogs behind the menu of a twin. */
export function TwinDialogs({ twin, dialog, onClose }: TwinDialogsProps) {
  const common = { twin, onClose };
  switch (dialog) {
    case 'create':
      return <CreateTwinDialog parent={twin} onCreated={() => undefined} onClose={onClose} />;
    case 'duplicate':
      return <DuplicateDialog {...common} />;
    case 'move':
      return <MoveTwinDialog {...common} />;
    case 'scope':
      return <ScopeDialog {...common} />;
    case 'disable':
      return <DisableDialog {...common} />;
    case 'delete':
      return <DeleteTwinDialog {...common} />;
    default:
      return null;
  }
}
