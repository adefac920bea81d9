import { bulkImportDevices } from '@stellwerk/contract/device-bulk';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { definitionOf } from './import-form.ts';

const timeoutMs = 60_000;

type ImportCall = ReturnType<typeof definitionOf> & { csv: string; dryRun: boolean };

export const useBulkImport = () =>
  useMutation({
    mutationFn: async (body: ImportCall) => (await call(bulkImportDevices, { body }, { timeoutMs })).data,
  });
