import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useDraft } from './draft/draft-context.ts';
import { PublishDialog } from './draft/PublishDialog.tsx';
import { useDriverActions } from './driver.queries.ts';
import { DetailsDialog } from './overview/DetailsDialog.tsx';
import { CompareDialog } from './parser/CompareDialog.tsx';
import { ImportCodecDialog } from './parser/ImportCodecDialog.tsx';
import { driversPath } from './paths.ts';

export type DriverDialog = 'details' | 'publish' | 'discard' | 'delete' | 'codec' | 'compare';

interface DialogProps {
  onClose: () => void;
}

function DiscardDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('drivers');
  const { driver, revert } = useDraft();
  const { discard } = useDriverActions();
  return (
    <ConfirmDialog
      open
      title={t('discard.title', { title: driver.title })}
      description={t('discard.text', { number: driver.publishedVersion })}
      confirmLabel={t('discard.action')}
      onConfirm={async () => {
        revert();
        if (driver.draft) await discard(driver.id);
        showToast({ message: t('discard.done') });
      }}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('drivers');
  const { go } = useNavigation();
  const { driver, revert } = useDraft();
  const { remove } = useDriverActions();
  const { id, title } = driver;
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { title })}
      description={t('delete.text')}
      confirmLabel={t('delete.action')}
      typeToConfirm={title}
      onConfirm={async () => {
        await remove(id);
        // What was typed into something that is gone needs no guard.
        revert();
        showToast({ message: t('delete.done', { title }) });
        go(driversPath);
      }}
      onClose={onClose}
    />
  );
}

/** The dialogs of a driver's page; one at a time. */
export function DriverDialogs({ dialog, onClose }: DialogProps & { dialog: DriverDialog | undefined }) {
  switch (dialog) {
    case 'details':
      return <DetailsDialog onClose={onClose} />;
    case 'publish':
      return <PublishDialog onClose={onClose} />;
    case 'discard':
      return <DiscardDialog onClose={onClose} />;
    case 'delete':
      return <DeleteDialog onClose={onClose} />;
    case 'codec':
      return <ImportCodecDialog onClose={onClose} />;
    case 'compare':
      return <CompareDialog onClose={onClose} />;
    default:
      return null;
  }
}
