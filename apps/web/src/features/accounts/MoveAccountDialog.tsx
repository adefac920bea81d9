import type { Account } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { AccountInput } from './AccountInput.tsx';
import { useAccountActions } from './account.queries.ts';
import { errorOnField } from './error-on-field.ts';

const schema = z.object({ parentId: z.int() });

const complaints = Object.fromEntries(
  ['ACCOUNT_NOT_FOUND', 'PERMISSION_DENIED', 'ACCOUNT_MOVE_INTO_DESCENDANT', 'TENANT_CREATE_DUPLICATE_ENTRY'].map(
    (code) => [code, 'parentId'],
  ),
);

export function MoveAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const { id, name, subAccountCount: count } = account;
  return (
    <FormDialog
      open
      title={t('move.title', { name })}
      description={`${t('move.description', { count })} ${t('move.roles')}`}
      submitLabel={t('move.action')}
      schema={schema}
      defaultValues={{}}
      onSubmit={async ({ parentId }) => {
        await update({ id, parentId }).catch(errorOnField(complaints));
        showToast({ message: t('move.done', { name }) });
      }}
      onClose={onClose}
    >
      <AccountInput name="parentId" label={t('field.newParent')} required disabledId={id} />
    </FormDialog>
  );
}
