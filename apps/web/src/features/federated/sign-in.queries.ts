import type { listSignInClients } from '@stellwerk/contract/federated';
import { useQuery } from '@tanstack/react-query';
import { call, type RouteAddress } from '../../lib/api.ts';

const signInClients: RouteAddress<typeof listSignInClients> = { method: 'GET', path: '/api/v1/auth/federated' };

/** The sign-in services of the host from which the page was loaded. */
export const useSignInClients = () =>
  useQuery({
    queryKey: ['federated', 'signIn'],
    queryFn: async ({ signal }) =>
      (await call(signInClients, { query: { domain: window.location.hostname } }, { signal })).data,
  });
