import type { Route, RouteCall } from '@stellwerk/contract/core/route';
import {
  createDeviceTemplate,
  decideTemplateCanary,
  deleteDeviceTemplate,
  linkDevices,
  listDeviceTemplates,
  listLinkedDevices,
  listMatchingTemplates,
  listTemplateChanges,
  publishTemplate,
  readDeviceTemplate,
  readProductiveTemplate,
  readTemplateDraft,
  retryTemplateSync,
  rollBackTemplate,
  templateListQuery,
  unlinkDevice,
  updateDeviceTemplate,
} from '@stellwerk/contract/device-template-calls';
import { readDriver, readDriverVersion } from '@stellwerk/contract/driver';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../lib/abilities.ts';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

type BodyOf<R extends Route> = RouteCall<R> extends { body: infer B } ? B : never;
type WithId<Body> = Body & { id: number };

export const templateKeys = {
  all: ['templates'] as const,
  one: (id: number) => ['templates', 'one', id] as const,
  changes: (id: number) => ['templates', 'changes', id] as const,
};

/** The effect is computed over all linked devices. */
const slowTimeoutMs = 60_000;
/** While a job or a trial runs. */
const refreshMs = 5_000;

const { sort: sorts } = templateListQuery.shape;
const linkedShape = listLinkedDevices.query.shape;

export function useTemplates({ offset, limit, search, sort }: TableQuery) {
  const { account } = useChosenAccount();
  const query = { offset, limit, search, sort: sorts.safeParse(sort).data, tenantId: account?.id };
  return useQuery({
    queryKey: [...templateKeys.all, 'list', query],
    queryFn: ({ signal }) => call(listDeviceTemplates, { query }, { signal }),
  });
}

export const useTemplate = (id: number) =>
  useQuery({
    queryKey: templateKeys.one(id),
    queryFn: async ({ signal }) => (await call(readDeviceTemplate, { params: { id } }, { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.status === 'inProgress' || state.data?.status === 'canary' ? refreshMs : false,
  });

export const useProductive = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [...templateKeys.one(id), 'productive'],
    queryFn: async ({ signal }) => (await call(readProductiveTemplate, { params: { id } }, { signal })).data,
    enabled,
  });

export const useTemplateChanges = (id: number) =>
  useQuery({
    queryKey: templateKeys.changes(id),
    queryFn: async ({ signal }) =>
      (await call(listTemplateChanges, { params: { id } }, { signal, timeoutMs: slowTimeoutMs })).data,
  });

export function useLinkedDevices(id: number, { offset, limit, search, sort, filters }: TableQuery) {
  const query = {
    ...{ offset, limit, search },
    sort: linkedShape.sort.safeParse(sort).data,
    state: linkedShape.state.safeParse(filters.state?.[0]).data,
  };
  return useQuery({
    queryKey: [...templateKeys.one(id), 'devices', query],
    queryFn: ({ signal }) => call(listLinkedDevices, { params: { id }, query }, { signal }),
  });
}

export const useMatchingTemplates = (deviceId: number, search: string) =>
  useQuery({
    queryKey: [...templateKeys.all, 'matching', deviceId, search],
    queryFn: async ({ signal }) =>
      (await call(listMatchingTemplates, { params: { id: deviceId }, query: { search } }, { signal })).data,
  });

export const useLinkPreview = (deviceId: number, templateId: number | undefined) =>
  useQuery({
    // Not among the keys of templates: linking would load the preview of a linked device.
    queryKey: ['template-preview', deviceId, templateId],
    queryFn: async ({ signal }) => {
      const body = { ids: [deviceId], dryRun: true };
      return (await call(linkDevices, { params: { id: templateId ?? 0 }, body }, { signal })).data.devices[0];
    },
    enabled: templateId !== undefined,
    gcTime: 0,
  });

/** The published versions of a driver, the newest first. */
export function useDriverVersions(driverId: number) {
  const { data } = useQuery({
    queryKey: ['drivers', 'one', driverId],
    queryFn: async ({ signal }) => (await call(readDriver, { params: { id: driverId } }, { signal })).data,
    enabled: useCan(readDriver.permission),
  });
  return data?.versions ?? [];
}

/** The variables of a version of a driver. */
export const fetchVariables = async (driverId: number, version: number) =>
  (await call(readDriverVersion, { params: { id: driverId, number: version } })).data.variables;

export const fetchDraft = async (id: number) => (await call(readTemplateDraft, { params: { id } })).data;

function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: templateKeys.all });
      await queries.invalidateQueries({ queryKey: ['devices'] });
    },
  }).mutateAsync;
}

export function useTemplateActions() {
  const queries = useQueryClient();
  return {
    create: useChange(
      async (body: BodyOf<typeof createDeviceTemplate>) => (await call(createDeviceTemplate, { body })).data,
    ),
    update: useChange(
      async ({ id, ...body }: WithId<BodyOf<typeof updateDeviceTemplate>>) =>
        (await call(updateDeviceTemplate, { params: { id }, body })).data,
    ),
    publish: useChange(
      async ({ id, ...body }: WithId<BodyOf<typeof publishTemplate>>) =>
        (await call(publishTemplate, { params: { id }, body })).data,
    ),
    retry: useChange(async (id: number) => (await call(retryTemplateSync, { params: { id } })).data),
    rollBack: useChange(
      async ({ id, version }: WithId<BodyOf<typeof rollBackTemplate>>) =>
        (await call(rollBackTemplate, { params: { id }, body: { version } })).data,
    ),
    decide: useChange(
      async ({ id, decision }: WithId<BodyOf<typeof decideTemplateCanary>>) =>
        (await call(decideTemplateCanary, { params: { id }, body: { decision } })).data,
    ),
    remove: useMutation({
      mutationFn: (id: number) => call(deleteDeviceTemplate, { params: { id } }),
      onSuccess: (_, id) => {
        // The page must not load the deleted template again.
        queries.removeQueries({ queryKey: templateKeys.one(id) });
        return queries.invalidateQueries({ queryKey: [...templateKeys.all, 'list'] });
      },
    }).mutateAsync,
    link: useChange(
      async ({ id, ids }: { id: number; ids: number[] }) =>
        (await call(linkDevices, { params: { id }, body: { ids, dryRun: false } })).data,
    ),
    unlink: useChange(async (deviceId: number) => (await call(unlinkDevice, { params: { id: deviceId } })).data),
  };
}
