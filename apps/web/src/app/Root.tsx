import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../lib/session.ts';
import { termsAreDue } from './guard.ts';

const TermsDialog = lazy(() =>
  import('../features/session/TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })),
);

/** Sets the title of the browser tab, and shows the terms of use on screens that need a sign-in. */
export function Root() {
  const { t } = useTranslation('app');
  const appRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.appRoute });
  const state = useSessionState();
  const titleKey = appRoute?.titleKey;
  const title = titleKey ? t(titleKey) : undefined;
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product');
  }, [title, t]);
  return (
    <>
      <Outlet />
      {appRoute && termsAreDue(appRoute.screen, state) && (
        <Suspense>
          <TermsDialog />
        </Suspense>
      )}
    </>
  );
}
