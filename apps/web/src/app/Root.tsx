import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../lib/session.ts';
import { BrandContext } from '../ui/theme/brand.ts';
import { BrandProvider } from './BrandProvider.tsx';
import { termsAreDue } from './guard.ts';

const TermsDialog = lazy(() =>
  import('../features/session/TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })),
);

/** The title of the browser tab: the page, then the product or the title of the domain. */
function DocumentTitle({ title }: { title: string | undefined }) {
  const { t } = useTranslation('app');
  const product = use(BrandContext).product ?? t('product');
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
  return null;
}

/** Branding and title of every page, and the terms of use on screens that need a sign-in. */
export function Root() {
  const { t } = useTranslation('app');
  const appRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.appRoute });
  const state = useSessionState();
  const titleKey = appRoute?.titleKey;
  return (
    <BrandProvider>
      <DocumentTitle title={titleKey ? t(titleKey) : undefined} />
      <Outlet />
      {appRoute && termsAreDue(appRoute.screen, state) && (
        <Suspense>
          <TermsDialog />
        </Suspense>
      )}
    </BrandProvider>
  );
}
