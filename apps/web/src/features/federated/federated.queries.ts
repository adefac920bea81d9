import {
  createOauth2Client,
  createOidcClient,
  deleteOauth2Client,
  deleteOidcClient,
  type FederatedKind,
  listOauth2Clients,
  listOidcClients,
  listOwnIdentities,
  type Oauth2Client,
  type OidcClient,
  type oauth2ClientFields,
  type oidcClientFields,
  unlinkOwnIdentity,
  updateOauth2Client,
  updateOidcClient,
} from '@stellwerk/contract/federated';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';

export type FederatedClient = ({ kind: 'oidc' } & OidcClient) | ({ kind: 'oauth2' } & Oauth2Client);

export type ClientFields =
  | { kind: 'oidc'; fields: z.output<typeof oidcClientFields> }
  | { kind: 'oauth2'; fields: z.output<typeof oauth2ClientFields> };

const clients = ['federated', 'clients'] as const;
const identities = ['federated', 'identities'] as const;

/** An account has only a few; the two families of the API are shown as one list. */
const limit = 100;

export const useFederatedClients = (tenantId: number) =>
  useQuery({
    queryKey: [...clients, tenantId],
    queryFn: async ({ signal }): Promise<FederatedClient[]> => {
      const query = { tenantId, limit };
      const [oidc, oauth2] = await Promise.all([
        call(listOidcClients, { query }, { signal }),
        call(listOauth2Clients, { query }, { signal }),
      ]);
      const all: FederatedClient[] = [
        ...oidc.data.map((client) => ({ kind: 'oidc' as const, ...client })),
        ...oauth2.data.map((client) => ({ kind: 'oauth2' as const, ...client })),
      ];
      return all.sort((one, other) => one.displayName.localeCompare(other.displayName));
    },
  });

export function useClientActions(tenantId: number) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: clients });
  const create = useMutation({
    mutationFn: async (change: ClientFields): Promise<unknown> =>
      change.kind === 'oidc'
        ? call(createOidcClient, { body: { ...change.fields, tenantId } })
        : call(createOauth2Client, { body: { ...change.fields, tenantId } }),
    onSuccess,
  });
  const update = useMutation({
    mutationFn: async ({ id, ...change }: ClientFields & { id: number }): Promise<unknown> =>
      change.kind === 'oidc'
        ? call(updateOidcClient, { params: { id }, body: change.fields })
        : call(updateOauth2Client, { params: { id }, body: change.fields }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async ({ kind, id }: { kind: FederatedKind; id: number }): Promise<unknown> =>
      call(kind === 'oidc' ? deleteOidcClient : deleteOauth2Client, { params: { id } }),
    onSuccess,
  });
  return { create: create.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync };
}

export const useOwnIdentities = () =>
  useQuery({
    queryKey: identities,
    queryFn: async ({ signal }) => (await call(listOwnIdentities, {}, { signal })).data,
  });

export function useUnlink() {
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: (clientId: number) => call(unlinkOwnIdentity, { params: { clientId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: identities }),
  });
  return unlink.mutateAsync;
}
