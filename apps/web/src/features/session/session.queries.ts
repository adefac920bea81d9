import { login, logout } from '@stellwerk/contract/session';
import { useMutation } from '@tanstack/react-query';
import { call, isApiError } from '../../lib/api.ts';
import { sessionStore } from '../../lib/session.ts';

interface Credentials {
  username: string;
  password: string;
}

/** Answers whether the browser kept the session, which it does not when cookies are blocked. */
export function useLogin() {
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<boolean> => {
      try {
        await call(login, { body: credentials });
      } catch (error) {
        sessionStore.signedOut();
        throw error;
      }
      return (await sessionStore.signedIn()) !== undefined;
    },
  });
}

export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      try {
        await call(logout);
      } catch (error) {
        // A session that the server no longer knows is over as well.
        if (!isApiError(error) || error.status !== 401) throw error;
      }
      sessionStore.signedOut();
    },
  });
}
