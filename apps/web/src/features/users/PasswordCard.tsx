import { Alert, Box } from '@mui/material';
import { changePassword } from '@stellwerk/contract/password';
import type { SessionUser } from '@stellwerk/contract/session';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { PasswordHints } from './PasswordHints.tsx';
import { useOwnPasswordIssues, useOwnProfile } from './password.queries.ts';
import { RepeatInput } from './RepeatInput.tsx';
import { atRepeat, isRepeated, useRepeatText } from './repeated-password.ts';

const schema = changePassword.body.extend({ repeat: z.string() }).refine(isRepeated, atRepeat);

/** The server is queried when the typing pauses. */
const pauseMs = 250;

function Hints() {
  const typed: unknown = useFormContext().watch('password');
  const [password, setPassword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPassword(typeof typed === 'string' ? typed : ''), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const wanted = useOwnPasswordIssues('').data ?? [];
  const missing = useOwnPasswordIssues(password).data ?? wanted;
  return <PasswordHints wanted={wanted} missing={new Set(missing.map(({ code }) => code))} />;
}

/** Changes the user's own password; the old one proves the identity. */
export function PasswordCard({ user }: { user: SessionUser }) {
  const { t } = useTranslation('users');
  const isImpersonated = useSession()?.impersonator !== null;
  const { setPassword } = useOwnProfile();
  const [round, setRound] = useState(0);
  const issueText = useRepeatText();
  if (isImpersonated) {
    return (
      <Card title={t('password.title')}>
        <Alert severity="info">{t('password.impersonated')}</Alert>
      </Card>
    );
  }
  return (
    <Card title={t('password.title')}>
      <Form
        // Resets the fields after success.
        key={round}
        schema={schema}
        defaultValues={{ oldPassword: '', password: '', repeat: '' }}
        issueText={issueText}
        onSubmit={async ({ repeat: _, ...values }) => {
          await setPassword({ id: user.id, ...values });
          showToast({ message: t('password.changed') });
          setRound(round + 1);
        }}
      >
        <Box
          component="input"
          type="text"
          name="username"
          autoComplete="username"
          value={user.username}
          readOnly
          tabIndex={-1}
          aria-hidden
          sx={visuallyHidden}
        />
        <SecretInput name="oldPassword" label={t('password.old')} autoComplete="current-password" required />
        <SecretInput name="password" label={t('password.new')} required />
        <Hints />
        <RepeatInput />
        <FormActions submitLabel={t('password.submit')} needsChange />
      </Form>
    </Card>
  );
}
