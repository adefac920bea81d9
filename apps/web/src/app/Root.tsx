import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../lib/session.ts';
import { termsAreDue } from './guard.ts';

const TermsDialog = lazy(() =>
  import('../features/session/TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })),
);

/** Names the browser tab after the screen, and asks for the terms of use wherever a sign-in is needed. */
export function Root() {
  const { t } = useTranslation('app');
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData.place });
  const state = useSessionState();
  const titleKey = place?.titleKey;
  const title = titleKey ? t(titleKey) : undefined;
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product');
  }, [title, t]);
  return (
    <>
      <Outlet />
      {place && termsAreDue(place.screen, state) && (
        <Suspense>
          <TermsDialog />
        </Suspense>
      )}
    </>
  );
}
