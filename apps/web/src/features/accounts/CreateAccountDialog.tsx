import { newAccount } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { AccountInput } from './AccountInput.tsx';
import type { PickedAccount } from './AccountPicker.tsx';
import { useAccountActions } from './account.queries.ts';
import { errorOnField } from './error-on-field.ts';

interface CreateAccountDialogProps {
  parent?: PickedAccount | undefined;
  onClose: () => void;
}

export function CreateAccountDialog({ parent, onClose }: CreateAccountDialogProps) {
  const { t } = useTranslation('accounts');
  const { create } = useAccountActions();
  const { go } = useNavigation();
  return (
    <FormDialog
      open
      title={t('create.title')}
      description={t('create.description')}
      submitLabel={t('create.submit')}
      schema={newAccount}
      defaultValues={{ name: '', description: '', ...(parent ? { parentId: parent.id } : {}) }}
      onSubmit={async (values) => {
        const { data } = await create(values).catch(
          errorOnField({
            TENANT_CREATE_DUPLICATE_ENTRY: 'name',
            ACCOUNT_NOT_FOUND: 'parentId',
            PERMISSION_DENIED: 'parentId',
          }),
        );
        showToast({ message: t('create.done', { name: data.name }) });
        go(`/account-mgmt/${data.id}`);
      }}
      onClose={onClose}
    >
      <TextInput name="name" label={t('field.name')} required autoFocus maxLength={200} />
      <AccountInput name="parentId" label={t('field.parent')} required initial={parent} />
      <TextInput name="description" label={t('field.description')} rows={3} maxLength={2000} />
    </FormDialog>
  );
}
