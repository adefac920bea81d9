import type { readPageLinks } from '@stellwerk/contract/account';
import { useQuery } from '@tanstack/react-query';
import { call, type RouteAddress } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';

/** The first page loads no schemas, so the route is named by its address. */
const address: RouteAddress<typeof readPageLinks> = { method: 'GET', path: '/api/v1/page-links' };

/** Links of the footer and the contact; undefined until they arrive, and where the server can't be reached. */
export function usePageLinks() {
  const accountId = useSession()?.tenantId ?? null;
  return useQuery({
    queryKey: ['page-links', accountId],
    queryFn: async ({ signal }) =>
      (await call(address, { query: { domain: window.location.hostname } }, { signal })).data,
    staleTime: 5 * 60_000,
    retry: false,
  }).data;
}
