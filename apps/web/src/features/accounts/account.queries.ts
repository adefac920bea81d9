import { createAccount, deleteAccount, listAccounts, readAccount, updateAccount } from '@stellwerk/contract/account';
import {
  readAccountPasswordPolicy,
  readAccountTerms,
  readTemplateLimits,
  testMailServer,
  updateAccountPasswordPolicy,
  updateAccountTerms,
  updateCsvExportLimit,
  updateRetentionPolicy,
  updateTemplateLimits,
} from '@stellwerk/contract/account-settings';
import type { Route, RouteCall } from '@stellwerk/contract/core/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const { sort: sorts } = listAccounts.query.shape;

/** The specification allows 30 seconds for the list of accounts. */
const listTimeoutMs = 30_000;
/** A slow mail server delays its refusal. */
const testTimeoutMs = 60_000;

export function useAccounts({ offset, limit, search, sort }: TableQuery, parentId?: number) {
  // The address may contain any text; values that the server would refuse fall back to the default list.
  const query = { offset, limit, search, sort: sorts.safeParse(sort).data, parentId };
  return useQuery({
    queryKey: ['accounts', 'list', query],
    queryFn: ({ signal }) => call(listAccounts, { query }, { signal, timeoutMs: listTimeoutMs }),
  });
}

/** Called by the tree, which caches what it has loaded. */
export const loadAccounts = (query: CallInput<typeof listAccounts>['query'], signal: AbortSignal) =>
  call(listAccounts, { query }, { signal, timeoutMs: listTimeoutMs });

export const useAccount = (id: number) =>
  useQuery({
    queryKey: ['accounts', 'one', id],
    queryFn: async ({ signal }) =>
      (await call(readAccount, { params: { id }, query: { 'no-descendents': 'true' } }, { signal })).data,
  });

export const useTemplateLimits = (id: number) =>
  useQuery({
    queryKey: ['accounts', 'template-limits', id],
    queryFn: async ({ signal }) => (await call(readTemplateLimits, { params: { id } }, { signal })).data,
  });

export const useAccountPasswordPolicy = (id: number) =>
  useQuery({
    queryKey: ['accounts', 'password-policy', id],
    queryFn: async ({ signal }) => (await call(readAccountPasswordPolicy, { params: { id } }, { signal })).data,
  });

export const useAccountTerms = (id: number) =>
  useQuery({
    queryKey: ['accounts', 'terms', id],
    queryFn: async ({ signal }) => (await call(readAccountTerms, { params: { id } }, { signal })).data,
  });

/** A change of one account affects others: counts, paths and inherited settings. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['accounts'] });
  return useMutation({ mutationFn, onSettled }).mutateAsync;
}

type BodyOf<R extends Route> = RouteCall<R> extends { body: infer B } ? B : never;

export function useAccountActions() {
  return {
    create: useChange((body: BodyOf<typeof createAccount>) => call(createAccount, { body })),
    update: useChange(({ id, ...body }: BodyOf<typeof updateAccount> & { id: number }) =>
      call(updateAccount, { params: { id }, body }),
    ),
    remove: useChange((id: number) => call(deleteAccount, { params: { id } })),
  };
}

export function useSettingsActions(id: number) {
  const params = { id };
  return {
    setRetention: useChange((body: BodyOf<typeof updateRetentionPolicy>) =>
      call(updateRetentionPolicy, { params, body }),
    ),
    setCsvExportLimit: useChange((body: BodyOf<typeof updateCsvExportLimit>) =>
      call(updateCsvExportLimit, { params, body }),
    ),
    setTemplateLimit: useChange((body: BodyOf<typeof updateTemplateLimits>) =>
      call(updateTemplateLimits, { params, body }),
    ),
    setPasswordPolicy: useChange((body: BodyOf<typeof updateAccountPasswordPolicy>) =>
      call(updateAccountPasswordPolicy, { params, body }),
    ),
    setTerms: useChange((body: BodyOf<typeof updateAccountTerms>) => call(updateAccountTerms, { params, body })),
  };
}

export const useTestMail = (id: number) =>
  useMutation({
    mutationFn: async () => (await call(testMailServer, { params: { id } }, { timeoutMs: testTimeoutMs })).data,
  });
