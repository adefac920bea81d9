import { Alert, Box, Button } from '@mui/material';
import { type User, userChange } from '@stellwerk/contract/user';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';
import { Age } from '../../ui/value/Age.tsx';
import { AccessEditor, type AccessValue, accessChanges } from '../acl/index.ts';
import { propertiesText, toPropertiesText } from './PropertiesInput.tsx';
import { type UserDialogKind, UserDialogs } from './UserDialogs.tsx';
import { UserFields } from './UserFields.tsx';
import { UserStatus } from './UserStatus.tsx';
import { useUser, useUserActions } from './user.queries.ts';
import { userMenu } from './user-menu.ts';
import { userName } from './user-name.ts';

const schema = userChange.omit({ active: true }).extend({ properties: propertiesText });

function UserForm({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { update } = useUserActions();
  const { firstName, lastName, email, username, language } = user;
  const names = user.kind === 'person' ? { firstName, lastName, email, username, language } : { username };

  async function submit(body: z.output<typeof schema>) {
    await update({ params: { id: user.id }, body });
    showToast({ message: t('edit.saved', { name: userName(user) }) });
  }

  return (
    <Form schema={schema} defaultValues={{ ...names, properties: toPropertiesText(user.properties) }} onSubmit={submit}>
      <UserFields kind={user.kind} disabled={!user.abilities.update} />
      {user.abilities.update && <FormActions needsChange />}
    </Form>
  );
}

function UserAccess({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { setAccess } = useUserActions();
  const [value, setValue] = useState<AccessValue[]>(user.access);
  const [progress, setProgress] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const changes = accessChanges(user.access, value);

  async function save() {
    setProgress({ isBusy: true });
    try {
      await setAccess({ userId: user.id, access: changes });
      setProgress({ isBusy: false });
      showToast({ message: t('access.saved', { name: userName(user) }) });
    } catch (error) {
      setProgress({ isBusy: false, error });
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {progress.error !== undefined && <Alert severity="error">{failureOf(progress.error).message}</Alert>}
      <AccessEditor value={value} onChange={setValue} tenantId={user.tenantId} readOnly={!user.abilities.access} />
      {user.hiddenAccess > 0 && <Alert severity="info">{t('access.hidden', { count: user.hiddenAccess })}</Alert>}
      {user.abilities.access && (
        <Box>
          <Button variant="contained" loading={progress.isBusy} disabled={changes.length === 0} onClick={save}>
            {t('access.save')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function UserFacts({ user }: { user: User }) {
  const { t } = useTranslation('users');
  return (
    <Facts
      facts={[
        { label: t('column.account'), value: user.tenantName },
        { label: t('column.kind'), value: t(`kind.${user.kind}`) },
        { label: t('column.lastSignInAt'), value: <Age at={user.lastSignInAt} /> },
        { label: t('column.createdAt'), value: <Age at={user.createdAt} /> },
        ...(user.kind === 'person'
          ? [{ label: t('fact.twoFactor'), value: t(user.mfa ? 'fact.on' : 'fact.off') }]
          : []),
      ]}
    />
  );
}

function LoadedUser({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const session = useSession();
  const [dialog, setDialog] = useState<UserDialogKind>();
  const isOwn = session?.user?.id === user.id;
  const isOutOfReach = !user.abilities.update && !isOwn;
  return (
    <Page
      id="user"
      title={userName(user)}
      status={<UserStatus user={user} />}
      facts={user.email}
      secondary={userMenu(user, { isOwn, t, onAsk: setDialog })}
      side={
        <Card title={t('section.facts')}>
          <UserFacts user={user} />
        </Card>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isOutOfReach && <Alert severity="info">{t('edit.outOfReach')}</Alert>}
        {isOwn && <Alert severity="info">{t('edit.own')}</Alert>}
        <Card title={t(user.kind === 'person' ? 'section.person' : 'section.program')}>
          <UserForm user={user} />
        </Card>
        <Card title={t('section.access')}>
          {/* The server's response becomes the new initial value. */}
          <UserAccess key={JSON.stringify(user.access)} user={user} />
        </Card>
      </Box>
      {dialog && <UserDialogs kind={dialog} user={user} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

/** One user: personal data, roles, and actions on their access. */
export function UserPage() {
  const { t } = useTranslation('users');
  const { id } = useParams({ strict: false }) as { id: string };
  const user = useUser(Number(id));
  if (user.data) return <LoadedUser key={user.data.id} user={user.data} />;
  return (
    <Page id="user" title={t('edit.title')}>
      {user.error ? <ErrorState error={user.error} onRetry={() => void user.refetch()} /> : <Skeletons shape="block" />}
    </Page>
  );
}
