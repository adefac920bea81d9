import {
  changePassword,
  readPasswordPolicy,
  requestPasswordReset,
  updatePassword,
  validatePassword,
} from '@stellwerk/contract/password';
import { type ownProfile, updateOwnProfile } from '@stellwerk/contract/user';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { sessionStore } from '../../lib/session.ts';

export const useResetRequest = () =>
  useMutation({ mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }) });

/** Whom a link belongs to and what their password must fulfil. */
export const usePasswordPolicy = (token: string) =>
  useQuery({
    queryKey: ['password', 'policy', token],
    // A used link is dead for good; asking again only hides the form while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call(readPasswordPolicy, { params: { token } }, { signal })).data,
  });

export const usePasswordUpdate = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => call(updatePassword, { body }),
  });

/** What the own account's policy says about a password; of the empty one: all that it asks for. */
export const useOwnPasswordIssues = (password: string) =>
  useQuery({
    queryKey: ['password', 'own', password],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(validatePassword, { body: { password } }, { signal })).data.issues,
  });

export function useOwnProfile() {
  const save = useMutation({
    mutationFn: async (body: z.input<typeof ownProfile>) => {
      await call(updateOwnProfile, { body });
      await sessionStore.check();
    },
  });
  const setPassword = useMutation({
    mutationFn: ({ id, ...body }: { id: number; oldPassword: string; password: string }) =>
      call(changePassword, { params: { id }, body }),
  });
  return { save: save.mutateAsync, setPassword: setPassword.mutateAsync };
}
