import { Alert, Box } from '@mui/material';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { createUser } from '@stellwerk/contract/user';
import { newUser } from '@stellwerk/contract/user';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { AccessEditor, type AccessValue } from '../acl/index.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { propertiesText } from './PropertiesInput.tsx';
import { UserFields } from './UserFields.tsx';
import { useAccount, useAccountName, useUserActions } from './user.queries.ts';
import { userName } from './user-name.ts';

const accessValue = z.array(
  z.object({
    scopeId: z.int(),
    scopeName: z.string(),
    roles: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
);

const schema = newUser
  .omit({ access: true })
  .extend({ properties: propertiesText, hasDefaultRoles: z.boolean(), access: accessValue });

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  language: null,
  active: true,
  properties: '{}',
  hasDefaultRoles: true,
  access: [] as AccessValue[],
};

function AccessInput({ tenantId }: { tenantId: number }) {
  const field = useField('access');
  const value = accessValue.safeParse(field.value).data ?? [];
  return <AccessEditor value={value} onChange={field.setValue} tenantId={tenantId} readOnly={field.disabled} />;
}

function Roles({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation('users');
  const { watch } = useFormContext();
  const isDefault = watch('hasDefaultRoles') === true;
  const chosen = accessValue.safeParse(watch('access')).data ?? [];
  const { data: account } = useAccount(tenantId);
  const hasNone = isDefault ? account?.defaultRoles.length === 0 : chosen.every(({ roles }) => roles.length === 0);
  return (
    <>
      <SwitchInput name="hasDefaultRoles" label={t('create.defaultRoles')} help={t('create.defaultRolesHelp')} />
      {!isDefault && <AccessInput tenantId={tenantId} />}
      {hasNone && <Alert severity="warning">{t(isDefault ? 'create.noDefaultRoles' : 'create.noRoles')}</Alert>}
    </>
  );
}

type Created = RouteAnswer<typeof createUser>['data'];

/** Creates a person in an account and sends an invitation. */
export function CreateUserPage() {
  const { t } = useTranslation('users');
  const { tenantId: text } = useParams({ strict: false }) as { tenantId: string };
  const tenantId = Number(text);
  const accountName = useAccountName(tenantId);
  const { create } = useUserActions();
  const { go } = useNavigation();
  const [created, setCreated] = useState<Created>();

  async function submit({ hasDefaultRoles, access, ...body }: z.output<typeof schema>) {
    const chosen = access.map(({ scopeId, roles }) => ({ scopeId, roles: roles.map(({ id }) => ({ id })) }));
    const { data } = await create({
      params: { tenantId },
      body: { ...body, ...(hasDefaultRoles ? {} : { access: chosen }) },
    });
    setCreated(data);
  }

  return (
    <Page id="create-user" title={t('create.title')} description={t('create.description')} facts={accountName}>
      <Form schema={schema} defaultValues={empty} onSubmit={submit}>
        <Card title={t('section.person')}>
          <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '44rem' }}>
            <UserFields kind="person" isNew />
            <SwitchInput name="active" label={t('field.active')} help={t('field.activeHelp')} />
          </Box>
        </Card>
        <Card title={t('section.access')}>
          <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '44rem' }}>
            <Roles tenantId={tenantId} />
          </Box>
        </Card>
        <FormActions submitLabel={t('create.action')} onCancel={() => go(`/account-mgmt/${tenantId}?tab=users`)} />
      </Form>
      {created && (
        <LinkDialog
          link={created.invitation}
          user={{ name: userName(created.user), email: created.user.email }}
          onClose={() => go(`/account-mgmt/user/${created.user.tenantId}/${created.user.id}`)}
        />
      )}
    </Page>
  );
}
