import { newApiUser } from '@stellwerk/contract/user';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useUserActions } from './user.queries.ts';

const schema = newApiUser.pick({ username: true });

/** A user for a program; roles and keys are assigned on its page. */
export function ApiUserDialog({ tenantId, onClose }: { tenantId: number; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { createApi } = useUserActions();
  const { go } = useNavigation();
  return (
    <FormDialog
      open
      title={t('apiUser.title')}
      description={t('apiUser.description')}
      submitLabel={t('apiUser.action')}
      schema={schema}
      defaultValues={{ username: '' }}
      onSubmit={async (body) => {
        const { data } = await createApi({ params: { tenantId }, body });
        showToast({ message: t('create.done', { name: data.username }) });
        go(`/account-mgmt/user/${data.tenantId}/${data.id}`);
      }}
      onClose={onClose}
    >
      <TextInput name="username" label={t('field.username')} required autoFocus help={t('apiUser.usernameHelp')} />
    </FormDialog>
  );
}
