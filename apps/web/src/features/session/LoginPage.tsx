import { Alert } from '@mui/material';
import { useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { safeRedirect } from '../../lib/redirect.ts';
import { BarePage } from '../../ui/page/BarePage.tsx';
import { SignInServices } from '../federated/index.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { type Credentials, useLogin } from './login.queries.ts';
import { PasswordStep } from './PasswordStep.tsx';

const CodeStep = lazy(() => import('./CodeStep.tsx').then((module) => ({ default: module.CodeStep })));

/** Reasons for the redirect to this page, in the address. */
const notices = ['termsFailed'] as const;

export function LoginPage() {
  const { t } = useTranslation(['session', 'app']);
  const search: { redirect?: unknown; notice?: unknown } = useSearch({ strict: false });
  const router = useRouter();
  const login = useLogin();
  /** The verified password is sent again together with the code. */
  const [proved, setProved] = useState<Credentials>();
  const redirect = safeRedirect(search.redirect);

  const hasFieldIssue =
    isApiError(login.error) && login.error.issues.some(({ path }) => path === 'username' || path === 'password');
  const refusal = login.data === 'noCookie' ? t('noCookie') : hasFieldIssue ? undefined : login.error?.message;
  const notice = login.isIdle ? notices.find((name) => name === search.notice) : undefined;
  const step = proved ? 'code' : 'password';

  async function send(credentials: Credentials): Promise<boolean> {
    const outcome = await login.mutateAsync(credentials).catch(() => undefined);
    if (outcome === 'codeNeeded') setProved(credentials);
    if (outcome === 'signedIn') router.history.replace(redirect ?? '/home');
    return outcome !== undefined;
  }

  function goBack() {
    login.reset();
    setProved(undefined);
  }

  return (
    <BarePage
      product={t('app:product')}
      title={t(`${step}Step.title`)}
      intro={t(`${step}Step.intro`)}
      footer={<LanguageSwitch />}
    >
      {refusal && <Alert severity="error">{refusal}</Alert>}
      {notice && <Alert severity="error">{t(`notice.${notice}`)}</Alert>}
      {proved ? (
        <Suspense>
          <CodeStep isBusy={login.isPending} onSubmit={(token) => send({ ...proved, token })} onBack={goBack} />
        </Suspense>
      ) : (
        <>
          <PasswordStep isBusy={login.isPending} error={login.error} onSubmit={send} />
          <SignInServices redirect={redirect} />
        </>
      )}
    </BarePage>
  );
}
