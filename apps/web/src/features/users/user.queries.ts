import { updateAccess } from '@stellwerk/contract/access';
import { readAccount } from '@stellwerk/contract/account';
import type { RouteCall } from '@stellwerk/contract/core/route';
import { sendPasswordLink } from '@stellwerk/contract/password';
import { revokeUserSessions } from '@stellwerk/contract/session';
import { resetTwoFactor } from '@stellwerk/contract/two-factor';
import {
  createApiUser,
  createUser,
  deleteUser,
  listUsers,
  readUser,
  updateUser,
  userListQuery,
} from '@stellwerk/contract/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import { useAssignableRoles } from '../acl/index.ts';

/** The specification allows 45 seconds for the list of users. */
const listTimeoutMs = 45_000;
const { sort: sorts, kind: kinds, roleId: roleIds } = userListQuery.shape;

export interface UserListScope {
  tenantId: number | undefined;
  includeSubTenants: boolean;
  includeParentAdmins: boolean;
}

export function useUsers({ offset, limit, search, sort, filters }: TableQuery, scope: UserListScope) {
  const status = filters.status?.[0];
  const flag = (value: boolean) => (value ? ('true' as const) : ('false' as const));
  const query = {
    offset,
    limit,
    search,
    // The address may contain any text; values that the server would refuse fall back to the default list.
    sort: sorts.safeParse(sort).data,
    kind: kinds.safeParse(filters.kind?.[0]).data,
    roleId: roleIds.safeParse(filters.role?.[0]).data,
    active: status === 'active' || status === 'deactivated' ? flag(status === 'active') : undefined,
    ...(scope.tenantId === undefined
      ? {}
      : {
          tenantId: scope.tenantId,
          includeSubTenants: flag(scope.includeSubTenants),
          includeParentAdmins: flag(scope.includeParentAdmins),
        }),
  };
  return useQuery({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal, timeoutMs: listTimeoutMs }),
  });
}

export const useUser = (id: number) =>
  useQuery({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }) => (await call(readUser, { params: { id } }, { signal })).data,
  });

export const useAccount = (id: number | undefined) =>
  useQuery({
    queryKey: ['users', 'account', id],
    queryFn: async ({ signal }) =>
      (await call(readAccount, { params: { id: id ?? 0 }, query: { 'no-descendents': 'true' } }, { signal })).data,
    enabled: id !== undefined,
  });

/** The name of the account in which users are created; empty until it is loaded. */
export const useAccountName = (id: number): string => useAccount(id).data?.name ?? '';

/** Roles that users of the account can have, including those of parent accounts. */
export function useRolesOfAccount(id: number | undefined) {
  const scopeId = useAccount(id).data?.scopeId;
  return useAssignableRoles(scopeId ?? 0, '', scopeId !== undefined).data;
}

/** Every change of a user appears in lists and on account pages. */
export function useUserActions() {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all(['users', 'accounts'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const byId = (id: number) => ({ params: { id } });
  const create = useMutation({
    mutationFn: (input: RouteCall<typeof createUser>) => call(createUser, input),
    onSettled,
  });
  const createApi = useMutation({
    mutationFn: (input: RouteCall<typeof createApiUser>) => call(createApiUser, input),
    onSettled,
  });
  const update = useMutation({
    mutationFn: (input: RouteCall<typeof updateUser>) => call(updateUser, input),
    onSettled,
  });
  const setAccess = useMutation({
    mutationFn: (body: RouteCall<typeof updateAccess>['body']) => call(updateAccess, { body }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteUser, byId(id)), onSettled });
  const sendLink = useMutation({ mutationFn: (id: number) => call(sendPasswordLink, byId(id)) });
  const signOut = useMutation({ mutationFn: (id: number) => call(revokeUserSessions, byId(id)) });
  const resetFactor = useMutation({ mutationFn: (id: number) => call(resetTwoFactor, byId(id)), onSettled });
  return {
    create: create.mutateAsync,
    createApi: createApi.mutateAsync,
    update: update.mutateAsync,
    setAccess: setAccess.mutateAsync,
    remove: remove.mutateAsync,
    sendLink: sendLink.mutateAsync,
    signOut: signOut.mutateAsync,
    resetFactor: resetFactor.mutateAsync,
  };
}
