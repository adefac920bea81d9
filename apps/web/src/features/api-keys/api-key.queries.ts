import {
  type ApiKey,
  createOwnApiKey,
  createUserApiKey,
  deleteApiKey,
  listAccountApiKeys,
  listOwnApiKeys,
  type newApiKey,
} from '@stellwerk/contract/api-key';
import { listUsers } from '@stellwerk/contract/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

export type NewApiKey = z.input<typeof newApiKey>;
export type CreatedApiKey = ApiKey & { key: string };

const lists = ['api-keys'] as const;

export function useOwnApiKeys({ offset, limit, search }: TableQuery) {
  const query = { offset, limit, search };
  return useQuery({
    queryKey: [...lists, 'own', query],
    queryFn: ({ signal }) => call(listOwnApiKeys, { query }, { signal }),
  });
}

export function useAccountApiKeys(id: number, { offset, limit, search }: TableQuery) {
  const query = { offset, limit, search };
  return useQuery({
    queryKey: [...lists, 'account', id, query],
    queryFn: ({ signal }) => call(listAccountApiKeys, { params: { id }, query }, { signal }),
  });
}

/** The users of an account that a key can be created for. */
export const useApiUsers = (tenantId: number) =>
  useQuery({
    queryKey: ['users', 'api', tenantId],
    queryFn: async ({ signal }) =>
      (await call(listUsers, { query: { tenantId, kind: 'api', includeSubTenants: 'false', limit: 100 } }, { signal }))
        .data,
  });

export function useApiKeyActions() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: lists });
  const createOwn = useMutation({
    mutationFn: async (body: NewApiKey): Promise<CreatedApiKey> => (await call(createOwnApiKey, { body })).data,
    onSuccess,
  });
  const createFor = useMutation({
    mutationFn: async ({ id, body }: { id: number; body: NewApiKey }): Promise<CreatedApiKey> =>
      (await call(createUserApiKey, { params: { id }, body })).data,
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteApiKey, { params: { id } }), onSuccess });
  return { createOwn: createOwn.mutateAsync, createFor: createFor.mutateAsync, remove: remove.mutateAsync };
}
