import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the browser tab after the screen. */
export function Root() {
  const { t } = useTranslation('app');
  const titleKey = useMatches({ select: (matches) => matches.at(-1)?.staticData.place?.titleKey });
  const title = titleKey ? t(titleKey) : undefined;
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product');
  }, [title, t]);
  return <Outlet />;
}
