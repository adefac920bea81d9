import {
  createDrawerLink,
  deleteDrawerLink,
  type drawerLinkFields,
  drawerLinksTopic,
  listDrawerLinks,
  listOwnDrawerLinks,
  updateDrawerLink,
} from '@stellwerk/contract/drawer-link';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';

const key = ['drawer-links'];

/** The links of the user's drawer; new ones appear at once. */
export function useOwnDrawerLinks() {
  const queries = useQueryClient();
  useLive(drawerLinksTopic, () => void queries.invalidateQueries({ queryKey: key }));
  return useQuery({
    queryKey: [...key, 'own'],
    queryFn: async ({ signal }) => (await call(listOwnDrawerLinks, {}, { signal })).data,
    staleTime: 5 * 60_000,
    retry: false,
  }).data;
}

export const useDrawerLinks = (tenantId: number) =>
  useQuery({
    queryKey: [...key, tenantId],
    queryFn: async ({ signal }) => (await call(listDrawerLinks, { query: { tenantId } }, { signal })).data,
  });

type Fields = z.output<typeof drawerLinkFields>;

export function useDrawerLinkActions(tenantId: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  return {
    create: useMutation({
      mutationFn: (fields: Fields) => call(createDrawerLink, { body: { ...fields, tenantId } }),
      onSettled,
    }).mutateAsync,
    update: useMutation({
      mutationFn: ({ id, ...body }: Fields & { id: number; position?: number }) =>
        call(updateDrawerLink, { params: { id }, body }),
      onSettled,
    }).mutateAsync,
    remove: useMutation({
      mutationFn: (id: number) => call(deleteDrawerLink, { params: { id } }),
      onSettled,
    }).mutateAsync,
  };
}
