import {
  createRole,
  deleteRole,
  explainAccess,
  listRoles,
  listRules,
  listScopeChildren,
  type newRole,
  readRole,
  type roleChange,
  scopePartialTree,
  updateAccess,
  updateRole,
} from '@stellwerk/contract/access';
import { listUsers, readUser } from '@stellwerk/contract/user';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const { sort: sorts } = listRoles.query.shape;
const roles = ['acl', 'roles'] as const;

export function useRoles({ offset, limit, search, sort }: TableQuery) {
  const query = { offset, limit, search, sort: sorts.safeParse(sort).data };
  return useQuery({ queryKey: [...roles, query], queryFn: ({ signal }) => call(listRoles, { query }, { signal }) });
}

export const useRole = (id: number | undefined) =>
  useQuery({
    queryKey: [...roles, 'one', id],
    queryFn: async ({ signal }) => (await call(readRole, { params: { id: id ?? 0 } }, { signal })).data,
    // A form begins with what stands now, however short a while ago it was read.
    staleTime: 0,
    enabled: id !== undefined,
  });

/** Roles that can be given in a scope, those of the scopes above included. */
export function useAssignableRoles(scopeId: number, search: string, enabled: boolean) {
  const query = { scopeId, search: search || undefined, limit: 100 };
  return useQuery({
    queryKey: [...roles, query],
    queryFn: async ({ signal }) => (await call(listRoles, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  });
}

export const useRules = () =>
  useQuery({
    queryKey: ['acl', 'rules'],
    queryFn: async ({ signal }) => (await call(listRules, {}, { signal })).data,
    staleTime: 5 * 60_000,
  });

export function useRoleActions() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: roles });
  const create = useMutation({
    mutationFn: async (body: z.input<typeof newRole>) => (await call(createRole, { body })).data,
    onSuccess,
  });
  const update = useMutation({
    mutationFn: async ({ id, body }: { id: number; body: z.input<typeof roleChange> }) =>
      (await call(updateRole, { params: { id }, body })).data,
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteRole, { params: { id } }), onSuccess });
  return { create: create.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync };
}

interface ScopeRange {
  scopeId: number | undefined;
  offset: number;
  limit: number;
}

/** Called by the tree itself, which keeps what it has loaded. */
export const loadScopeChildren = (query: ScopeRange, signal: AbortSignal) =>
  call(listScopeChildren, { query }, { signal });

type PartialTreeQuery = z.input<(typeof scopePartialTree)['query']>;

/** The way to a scope, or the ways to what a search finds. */
export const usePartialTree = (query: PartialTreeQuery, enabled: boolean) =>
  useQuery({
    queryKey: ['acl', 'partial-tree', query],
    queryFn: async ({ signal }) => (await call(scopePartialTree, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  });

export const useUserSearch = (search: string) =>
  useQuery({
    queryKey: ['acl', 'users', search],
    queryFn: async ({ signal }) =>
      (await call(listUsers, { query: { search: search || undefined, limit: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export const useAskedUser = (id: number | undefined) =>
  useQuery({
    queryKey: ['acl', 'user', id],
    queryFn: async ({ signal }) => (await call(readUser, { params: { id: id ?? 0 } }, { signal })).data,
    enabled: id !== undefined,
  });

export type ExplainQuestion = z.input<(typeof explainAccess)['body']>;

export const useExplanation = (question: ExplainQuestion | undefined) =>
  useQuery({
    queryKey: ['acl', 'explain', question],
    queryFn: async ({ signal }) => {
      if (!question) throw new Error('asked without a question');
      return (await call(explainAccess, { body: question }, { signal })).data;
    },
    placeholderData: keepPreviousData,
    enabled: question !== undefined,
  });

export function useUpdateAccess() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<(typeof updateAccess)['body']>) => (await call(updateAccess, { body })).data,
    // Whatever is shown of anything may depend on roles.
    onSuccess: () => queries.invalidateQueries(),
  }).mutateAsync;
}
