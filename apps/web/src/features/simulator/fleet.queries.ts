import {
  createFleet,
  deleteFleet,
  type Fleet,
  type FleetProfile,
  listFleetProfiles,
  listFleets,
  updateFleet,
} from '@stellwerk/contract/fleet';
import { cancelJob } from '@stellwerk/contract/job';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const everything = ['fleets'] as const;
/** The server compiles and tests the driver before it responds. */
const timeoutMs = 30_000;

/** Short, so that the sending is visible. */
const busyMs = 2_000;
const quietMs = 15_000;
const isBusy = ({ isRunning, progress }: Fleet) => isRunning || progress !== null;

const { sort: sorts } = listFleets.query.shape;

export function useFleets({ offset, limit, search, sort }: TableQuery) {
  // The address may contain any text; values that the server would refuse fall back to the default list.
  const query = { offset, limit, search, sort: sorts.safeParse(sort).data };
  return useQuery({
    queryKey: [...everything, 'list', query],
    queryFn: ({ signal }) => call(listFleets, { query }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? busyMs : quietMs),
  });
}

export const useFleetProfiles = () =>
  useQuery({
    queryKey: ['fleet-profiles'],
    queryFn: async ({ signal }) => (await call(listFleetProfiles, {}, { signal })).data,
    // Profiles change only with the release.
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useProfile(): (kind: string) => FleetProfile | undefined {
  const { data } = useFleetProfiles();
  return useCallback((kind) => data?.profiles.find((profile) => profile.kind === kind), [data]);
}

export type NewFleet = z.input<typeof createFleet.body>;
export type FleetChange = z.input<typeof updateFleet.body>;

export function useFleetActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: everything });
  const create = useMutation({
    mutationFn: async (body: NewFleet) => (await call(createFleet, { body }, { timeoutMs })).data,
    onSettled,
  });
  const update = useMutation({
    mutationFn: async ({ id, body }: { id: number; body: FleetChange }) =>
      (await call(updateFleet, { params: { id }, body })).data,
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteFleet, { params: { id } }), onSettled });
  const cancel = useMutation({ mutationFn: (jobId: number) => call(cancelJob, { params: { id: jobId } }), onSettled });
  return {
    create: create.mutateAsync,
    update: update.mutateAsync,
    remove: remove.mutateAsync,
    cancel: cancel.mutateAsync,
  };
}
