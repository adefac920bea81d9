import type { Account } from '@stellwerk/contract/account';
import type { AccountModule } from '@stellwerk/contract/module';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { RolesInput } from '../acl/index.ts';
import { useModuleActions } from './module.queries.ts';

const roles = z.array(z.object({ id: z.int(), name: z.string() }));
const schema = z.object({ roles });

function RolesField({ scopeId }: { scopeId: number }) {
  const { t } = useTranslation('accounts');
  const field = useField('roles');
  return (
    <RolesInput
      scopeId={scopeId}
      label={t('modules.roles')}
      value={roles.safeParse(field.value).data ?? []}
      onChange={field.setValue}
      autoFocus
    />
  );
}

interface ModuleRolesDialogProps {
  module: AccountModule;
  account: Account;
  onClose: () => void;
}

/** The roles that new users of the account get while the module is on. */
export function ModuleRolesDialog({ module, account, onClose }: ModuleRolesDialogProps) {
  const { t } = useTranslation('accounts');
  const { setRoles } = useModuleActions(account.id);
  return (
    <FormDialog
      open
      title={t('modules.rolesTitle', { name: t(`modules.name.${module.id}`) })}
      description={t('modules.rolesDescription', { account: account.name })}
      schema={schema}
      defaultValues={{ roles: module.roles }}
      onSubmit={async (values) => {
        await setRoles({ module: module.id, roleIds: values.roles.map(({ id }) => id) });
        showToast({ message: t('saved') });
      }}
      onClose={onClose}
    >
      <RolesField scopeId={account.scopeId} />
    </FormDialog>
  );
}
