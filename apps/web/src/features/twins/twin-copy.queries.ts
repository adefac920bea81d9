import { bulkDuplicateTwins, duplicateTwin, synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { type BodyOf, useChange } from './twin.queries.ts';

/** A thousand twins with their states, or ten thousand lines. */
const timeoutMs = 120_000;

export const useDuplicate = (id: number) =>
  useChange(
    async (body: BodyOf<typeof duplicateTwin>) =>
      (await call(duplicateTwin, { params: { id }, body }, { timeoutMs })).data,
  );

export const useBulkDuplication = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof bulkDuplicateTwins>) =>
      (await call(bulkDuplicateTwins, { body }, { timeoutMs })).data,
  }).mutateAsync;

export const useSynchronisation = (id: number) =>
  useChange(
    async (body: BodyOf<typeof synchroniseTwin>) =>
      (await call(synchroniseTwin, { params: { id }, body }, { timeoutMs })).data,
  );
