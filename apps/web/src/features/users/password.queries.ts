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

/** The user of a link, and the requirements of their password. */
export const usePasswordPolicy = (token: string) =>
  useQuery({
    queryKey: ['password', 'policy', token],
    // A used link stays invalid; a refetch would only hide the form while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call(readPasswordPolicy, { params: { token } }, { signal })).data,
  });

export const usePasswordUpdate = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => call(updatePassword, { body }),
  });

/** The policy of the user's own account, checked against a password; an empty one returns all requirements. */
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
