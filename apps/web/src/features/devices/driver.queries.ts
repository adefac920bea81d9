import { readDriver, readDriverVersion } from '@stellwerk/contract/driver';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const useDriver = (id: number) =>
  useQuery({
    queryKey: ['drivers', 'one', id],
    queryFn: async ({ signal }) => (await call(readDriver, { params: { id } }, { signal })).data,
  });

/** Without a number nothing is asked. */
export const useDriverVersion = (id: number, number: number | null) =>
  useQuery({
    queryKey: ['drivers', 'version', id, number],
    queryFn: async ({ signal }) =>
      (await call(readDriverVersion, { params: { id, number: number ?? 0 } }, { signal })).data,
    enabled: number !== null,
  });
