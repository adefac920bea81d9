import { importTwins } from '@stellwerk/contract/twin-import';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { definitionOf } from './import-form.ts';

const timeoutMs = 60_000;

type ImportCall = ReturnType<typeof definitionOf> & { csv: string; dryRun: boolean };

export const useTwinImport = () =>
  useMutation({
    mutationFn: async (body: ImportCall) => (await call(importTwins, { body }, { timeoutMs })).data,
  });
