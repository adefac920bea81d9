import type { login } from '@stellwerk/contract/session';
import { useMutation } from '@tanstack/react-query';
import { call, type RouteAddress } from '../../lib/api.ts';
import { sessionStore } from '../../lib/session.ts';

const loginAddress: RouteAddress<typeof login> = { method: 'POST', path: '/api/v1/auth/login' };

export interface Credentials {
  username: string;
  password: string;
  token?: string | undefined;
}

/** `noCookie`: the server accepted the sign-in, but the browser did not store the cookie. */
export type LoginOutcome = 'signedIn' | 'codeNeeded' | 'noCookie';

export function useLogin() {
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<LoginOutcome> => {
      try {
        const { data } = await call(loginAddress, { body: credentials });
        if (data.mfaRequired) return 'codeNeeded';
      } catch (error) {
        sessionStore.signedOut();
        throw error;
      }
      return (await sessionStore.signedIn()) === undefined ? 'noCookie' : 'signedIn';
    },
  });
}
