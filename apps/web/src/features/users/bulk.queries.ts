import { bulkCreateUsers } from '@stellwerk/contract/user-bulk';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Fifty thousand lines take long. */
const timeoutMs = 120_000;

export interface BulkInput {
  tenantId: number;
  csv: string;
  invite: boolean;
  dryRun: boolean;
}

export const useBulkCreation = () =>
  useMutation({
    mutationFn: async ({ tenantId, ...body }: BulkInput) =>
      (await call(bulkCreateUsers, { params: { tenantId }, body }, { timeoutMs })).data,
  });
