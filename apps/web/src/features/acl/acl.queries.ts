import {
  createRole,
  createRule,
  deleteRole,
  explainAccess,
  listRoles,
  listRules,
  listScopeChildren,
  type newRole,
  type newRule,
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
    // A form needs current values, however recent the cached ones are.
    staleTime: 0,
    enabled: id !== undefined,
  });

/** Roles that can be assigned in a scope, including those of its ancestors. */
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

export function useAddRule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof newRule>) => (await call(createRule, { body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['acl', 'rules'] }),
  }).mutateAsync;
}

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

/** Called by the tree, which caches what it has loaded. */
export const loadScopeChildren = (query: ScopeRange, signal: AbortSignal) =>
  call(listScopeChildren, { query }, { signal });

type PartialTreeQuery = z.input<(typeof scopePartialTree)['query']>;

/** The ancestors of a scope, or of the matches of a search. */
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

export type ExplanationQuery = z.input<(typeof explainAccess)['body']>;

export const useExplanation = (query: ExplanationQuery | undefined) =>
  useQuery({
    queryKey: ['acl', 'explain', query],
    queryFn: async ({ signal }) => {
      if (!query) throw new Error('asked without a query');
      return (await call(explainAccess, { body: query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
    enabled: query !== undefined,
  });

export function useUpdateAccess() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<(typeof updateAccess)['body']>) => (await call(updateAccess, { body })).data,
    // All shown data may depend on roles.
    onSuccess: () => queries.invalidateQueries(),
  }).mutateAsync;
}
