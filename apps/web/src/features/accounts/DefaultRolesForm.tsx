import { Typography } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { AccessEditor } from '../acl/index.ts';
import { useAccountActions } from './account.queries.ts';

const named = z.object({ id: z.int(), name: z.string() });
const entry = z.object({ scopeId: z.int(), scopeName: z.string(), roles: z.array(named) });
const schema = z.object({ access: z.array(entry) });

function AccessInput({ tenantId }: { tenantId: number }) {
  const field = useField('access');
  const value = z.array(entry).safeParse(field.value).data ?? [];
  return <AccessEditor value={value} onChange={field.setValue} tenantId={tenantId} readOnly={field.disabled} />;
}

/** The roles of new users of the account. */
export function DefaultRolesForm({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const access = account.defaultRoles.map(({ scope, roles }) => ({ scopeId: scope.id, scopeName: scope.name, roles }));
  return (
    <Card title={t('roles.title')}>
      <Form
        schema={schema}
        defaultValues={{ access }}
        onSubmit={async (values) => {
          const defaultRoles = values.access.map(({ scopeId, roles }) => ({
            scopeId,
            roleIds: roles.map(({ id }) => id),
          }));
          await update({ id: account.id, defaultRoles });
          showToast({ message: t('saved') });
        }}
      >
        <Typography color="textSecondary">{t('roles.description')}</Typography>
        <AccessInput tenantId={account.id} />
        <FormActions needsChange />
      </Form>
    </Card>
  );
}
