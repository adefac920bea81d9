import type { Account } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useAccountActions } from './account.queries.ts';

/** Only empty accounts can be deleted; the server lists their content. */
export function DeleteAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const { remove } = useAccountActions();
  const { go } = useNavigation();
  const { id, name, path } = account;
  const above = path.at(-1);
  return (
    <ConfirmDialog
      open
      title={t('delete.question', { name })}
      description={t('delete.description')}
      consequences={[t('delete.roles'), t('delete.domains', { count: account.domains.length }), t('delete.services')]}
      confirmLabel={t('delete.action')}
      typeToConfirm={name}
      onConfirm={async () => {
        await remove(id);
        showToast({ message: t('delete.done', { name }) });
        go(above ? `/account-mgmt/${above.id}?tab=sub-accounts` : '/account-mgmt');
      }}
      onClose={onClose}
    />
  );
}
