import { Alert, Box, Button, Typography } from '@mui/material';
import { type PasswordPolicy, passwordIssues } from '@stellwerk/contract/password';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isApiError } from '../../lib/api.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { useIssueText } from '../../ui/form/use-issue-text.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { BarePage } from '../../ui/page/BarePage.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { LanguageSwitch } from '../session/index.ts';
import { PasswordHints } from './PasswordHints.tsx';
import { usePasswordPolicy, usePasswordUpdate } from './password.queries.ts';
import { RepeatInput } from './RepeatInput.tsx';
import { atRepeat, isRepeated, useRepeatText } from './repeated-password.ts';

const schema = z.object({ password: z.string().min(1), repeat: z.string() }).refine(isRepeated, atRepeat);

function Hints({ policy }: { policy: PasswordPolicy }) {
  const textOf = useIssueText();
  const typed: unknown = useFormContext().watch('password');
  const wanted = passwordIssues(policy, '').map((issue) => ({ code: issue.code, message: textOf(issue) }));
  const lacking = passwordIssues(policy, typeof typed === 'string' ? typed : '');
  return <PasswordHints wanted={wanted} missing={new Set(lacking.map(({ code }) => code))} />;
}

interface PasswordFormProps {
  token: string;
  username: string;
  policy: PasswordPolicy;
  onDone: () => void;
}

function PasswordForm({ token, username, policy, onDone }: PasswordFormProps) {
  const { t } = useTranslation('users');
  const { mutateAsync } = usePasswordUpdate();
  const issueText = useRepeatText();
  return (
    <Form
      schema={schema}
      defaultValues={{ password: '', repeat: '' }}
      issueText={issueText}
      guarded={false}
      onSubmit={async ({ password }) => {
        await mutateAsync({ token, password });
        onDone();
      }}
    >
      <Typography>
        {t('change.for')} <strong>{username}</strong>
      </Typography>
      {/* Password managers store the new password under this name. */}
      <Box
        component="input"
        type="text"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden
        sx={visuallyHidden}
      />
      <SecretInput name="password" label={t('password.new')} required autoFocus />
      <Hints policy={policy} />
      <RepeatInput />
      <FormActions submitLabel={t('change.submit')} fullWidth />
    </Form>
  );
}

function DeadLink() {
  const { t } = useTranslation('users');
  const { go } = useNavigation();
  return (
    <>
      <Alert severity="warning">{t('change.dead')}</Alert>
      <Typography color="textSecondary">{t('change.deadHelp')}</Typography>
      <Button variant="contained" onClick={() => go('/reset-password')}>
        {t('change.newLink')}
      </Button>
    </>
  );
}

function Done() {
  const { t } = useTranslation('users');
  const { go } = useNavigation();
  return (
    <>
      <Alert severity="success">{t('change.done')}</Alert>
      <Button variant="contained" onClick={() => go('/login')}>
        {t('change.signIn')}
      </Button>
    </>
  );
}

function Content({ token, onDone }: { token: string; onDone: () => void }) {
  const policy = usePasswordPolicy(token);
  if (policy.data) return <PasswordForm {...policy.data} token={token} onDone={onDone} />;
  if (!policy.error) return <Skeletons shape="lines" />;
  // A malformed link is as invalid as a used one.
  const isDead = isApiError(policy.error) && policy.error.status >= 400 && policy.error.status < 500;
  return isDead ? <DeadLink /> : <ErrorState error={policy.error} onRetry={() => void policy.refetch()} compact />;
}

/** The target of links in invitations and resets: sets a password, once. */
export function ChangePasswordPage() {
  const { t } = useTranslation(['users', 'app']);
  const [search] = useSearchParams();
  const [isDone, setDone] = useState(false);
  // The router parses a token of digits as a number.
  const token = String(search.token ?? '');
  return (
    <BarePage product={t('app:product')} title={t('change.title')} footer={<LanguageSwitch />}>
      {isDone ? <Done /> : token === '' ? <DeadLink /> : <Content token={token} onDone={() => setDone(true)} />}
    </BarePage>
  );
}
