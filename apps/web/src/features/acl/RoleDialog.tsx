import { Box, FormHelperText, Typography } from '@mui/material';
import { newRole, type Role, roleChange } from '@stellwerk/contract/access';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { IconInput } from '../../ui/form/IconInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useRoleActions } from './acl.queries.ts';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { RoleSummary } from './RoleSummary.tsx';
import { roleIcons } from './role-icons.ts';
import { ScopeField } from './ScopeField.tsx';
import type { PickedScope } from './ScopePicker.tsx';

function ScopeInput({ known }: { known: PickedScope | undefined }) {
  const { t } = useTranslation('acl');
  const field = useField('scopeId');
  const [scope, setScope] = useState(known);
  return (
    <ScopeField
      label={t('role.scope')}
      help={t('role.scopeHelp')}
      error={field.error}
      required
      value={scope}
      onChange={(chosen) => {
        setScope(chosen);
        field.setValue(chosen.id);
      }}
    />
  );
}

function PermissionsInput() {
  const { t } = useTranslation('acl');
  const field = useField('permissions');
  const value = Array.isArray(field.value) ? field.value.map(String) : [];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Box>
        <Typography variant="h2">{t('role.permissions')}</Typography>
        <Typography color="textSecondary">{t('matrix.help')}</Typography>
      </Box>
      <RoleSummary permissions={value} />
      {field.error && <FormHelperText error>{field.error}</FormHelperText>}
      <PermissionMatrix value={value} onChange={field.setValue} disabled={field.disabled} />
    </Box>
  );
}

export interface RoleDialogProps {
  /** Absent for a new role. */
  role?: Role;
  /** The initial scope of a new role. */
  scope?: PickedScope | undefined;
  onClose: () => void;
}

/** Creates or changes a role. */
export function RoleDialog({ role, scope, onClose }: RoleDialogProps) {
  const { t } = useTranslation('acl');
  const { create, update } = useRoleActions();
  const values = {
    name: role?.name ?? '',
    description: role?.description ?? '',
    icon: role?.icon ?? '',
    permissions: role?.permissions ?? [],
  };
  const common = { open: true, maxWidth: 'md' as const, onClose };
  const fields = (
    <>
      <TextInput name="name" label={t('role.name')} required maxLength={100} autoFocus={!role} />
      <TextInput name="description" label={t('role.description')} maxLength={500} />
      <IconInput name="icon" label={t('role.icon')} icons={roleIcons} labelOf={(icon) => t(`icon.${icon}`)} />
    </>
  );
  if (!role) {
    return (
      <FormDialog
        {...common}
        title={t('role.createTitle')}
        submitLabel={t('role.create')}
        schema={newRole}
        defaultValues={{ ...values, ...(scope ? { scopeId: scope.id } : {}) }}
        onSubmit={async (body) => {
          await create(body);
          showToast({ message: t('role.created', { name: body.name }) });
        }}
      >
        {fields}
        <ScopeInput known={scope} />
        <PermissionsInput />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      {...common}
      title={t('role.editTitle', { name: role.name })}
      description={t('role.editNote', { scope: role.scopeName, count: role.userCount })}
      schema={roleChange}
      defaultValues={values}
      onSubmit={async (body) => {
        await update({ id: role.id, body });
        showToast({ message: t('role.saved', { name: body.name }) });
      }}
    >
      {fields}
      <PermissionsInput />
    </FormDialog>
  );
}
