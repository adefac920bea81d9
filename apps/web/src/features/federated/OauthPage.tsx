import { Alert, Box, Button } from '@mui/material';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { safeRedirect } from '../../lib/redirect.ts';
import { sessionStore } from '../../lib/session.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { BarePage } from '../../ui/page/BarePage.tsx';

function Refusal({ code }: { code: string }) {
  const { t } = useTranslation('federated');
  const router = useRouter();
  // Users who came from their profile are still signed in and return to it.
  const isSignedIn = sessionStore.state().session !== undefined;
  return (
    <>
      <Alert severity="error">{t(`result.error.${code}`, { defaultValue: t('result.unknown', { code }) })}</Alert>
      <Button variant="contained" onClick={() => router.history.replace(isSignedIn ? '/user-profile' : '/login')}>
        {t(isSignedIn ? 'result.back' : 'result.again')}
      </Button>
    </>
  );
}

/** The redirect target of a sign-in service: the session cookie is already set, or the address contains an error. */
export function OauthPage() {
  const { t } = useTranslation(['federated', 'app']);
  const search: { redirect?: unknown; error?: unknown } = useSearch({ strict: false });
  const router = useRouter();
  const [isCookieMissing, setCookieMissing] = useState(false);
  const error = typeof search.error === 'string' ? search.error : undefined;
  const target = safeRedirect(search.redirect) ?? '/home';

  useEffect(() => {
    let isGone = false;
    sessionStore.signedIn().then((session) => {
      if (isGone || error !== undefined) return;
      if (session) router.history.replace(target);
      else setCookieMissing(true);
    });
    return () => {
      isGone = true;
    };
  }, [router, error, target]);

  const code = error ?? (isCookieMissing ? 'NO_COOKIE' : undefined);
  return (
    <BarePage product={t('app:product')} title={t(code === undefined ? 'result.waiting' : 'result.failed')}>
      <Box aria-live="polite" sx={{ display: 'grid', gap: 2 }}>
        {code === undefined ? <Skeletons shape="lines" /> : <Refusal code={code} />}
      </Box>
    </BarePage>
  );
}
