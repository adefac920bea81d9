import { useRouter, useSearch } from '@tanstack/react-router';
import { safeRedirect } from '../lib/redirect.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** /error: for unknown addresses, and for users without permission for their home page. */
export function ErrorRoute() {
  const search: { reason?: unknown; path?: unknown } = useSearch({ strict: false });
  const router = useRouter();
  const path = safeRedirect(search.path);
  return (
    <ErrorPage
      kind={search.reason === 'notFound' ? 'notFound' : 'general'}
      path={path}
      onRetry={() => (path ? router.history.push(path) : router.history.back())}
      hasHome={'/home' in router.routesByPath}
    />
  );
}
