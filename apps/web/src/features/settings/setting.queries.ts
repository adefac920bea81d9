import {
  type AccountSettings,
  brandingTopic,
  readSettings,
  type settingChange,
  updateSettings,
} from '@stellwerk/contract/setting';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';

export type SettingChange = z.input<typeof settingChange>;

const keyOf = (accountId: number) => ['settings', accountId];

/** Settings of an account, also when somebody else changes them or those of an account above. */
export function useSettings(accountId: number) {
  const queries = useQueryClient();
  useLive(brandingTopic, () => void queries.invalidateQueries({ queryKey: ['settings'] }));
  return useQuery({
    queryKey: keyOf(accountId),
    queryFn: async ({ signal }) => (await call(readSettings, { params: { tenantId: accountId } }, { signal })).data,
  });
}

/** Images take longer to send and to check than other settings. */
const saveTimeoutMs = 60_000;

export function useSaveSettings(accountId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (own: SettingChange) =>
      (await call(updateSettings, { params: { tenantId: accountId }, body: { own } }, { timeoutMs: saveTimeoutMs }))
        .data,
    onSuccess: (saved: AccountSettings) => {
      queries.setQueryData(keyOf(accountId), saved);
      return queries.invalidateQueries({ queryKey: ['branding'] });
    },
  }).mutateAsync;
}
