import {
  impersonate,
  listOwnSessions,
  logout,
  restoreOriginalUser,
  revokeOtherSessions,
  revokeSession,
} from '@stellwerk/contract/session';
import { disableTwoFactor, enableTwoFactor } from '@stellwerk/contract/two-factor';
import { acceptTerms, readOwnTerms } from '@stellwerk/contract/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isApiError } from '../../lib/api.ts';
import { sessionStore } from '../../lib/session.ts';

export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      try {
        await call(logout);
      } catch (error) {
        // A session that the server no longer accepts has ended as well.
        if (!isApiError(error) || error.status !== 401) throw error;
      }
      sessionStore.signedOut();
    },
  });
}

const ownSessions = ['session', 'own'] as const;

export const useOwnSessions = () =>
  useQuery({
    queryKey: ownSessions,
    queryFn: async ({ signal }) => (await call(listOwnSessions, {}, { signal })).data,
  });

export function useSessionActions() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ownSessions });
  const revoke = useMutation({ mutationFn: (id: number) => call(revokeSession, { params: { id } }), onSuccess });
  const revokeOthers = useMutation({ mutationFn: () => call(revokeOtherSessions), onSuccess });
  return { revoke: revoke.mutateAsync, revokeOthers: revokeOthers.mutateAsync };
}

/** The name of the installation in the authenticator app: its host name. */
const domain = () => window.location.hostname;

export function useTwoFactorActions() {
  const begin = useMutation({
    mutationFn: async () => {
      const { data } = await call(enableTwoFactor, { body: { domain: domain() } });
      if (data.step !== 'scan') throw new Error('the server skipped a step');
      return data;
    },
  });
  const enable = useMutation({
    mutationFn: async (token: string) => {
      const { data } = await call(enableTwoFactor, { body: { token, domain: domain() } });
      if (data.step !== 'enabled') throw new Error('the server went back a step');
      return data.recoveryCodes;
    },
    onSuccess: () => sessionStore.check(),
  });
  const disable = useMutation({
    mutationFn: (token: string) => call(disableTwoFactor, { body: { token, domain: domain() } }),
    onSuccess: () => sessionStore.check(),
  });
  return { begin, enable: enable.mutateAsync, disable: disable.mutateAsync };
}

export function useImpersonation() {
  const begin = useMutation({
    mutationFn: (body: { userId: number; reason: string }) => call(impersonate, { body }),
  });
  const restore = useMutation({ mutationFn: () => call(restoreOriginalUser) });
  return { begin: begin.mutateAsync, restore };
}

export const useOwnTerms = () =>
  useQuery({
    queryKey: ['session', 'terms'],
    queryFn: async ({ signal }) => (await call(readOwnTerms, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useAcceptTerms = () =>
  useMutation({
    mutationFn: async () => {
      await call(acceptTerms);
      await sessionStore.check();
    },
  });
