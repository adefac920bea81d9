import type { RuleConditions, RuleFields, RuleMetric } from '@stellwerk/contract/rule';
import {
  createRule,
  deleteRule,
  listCommandConnectors,
  listCommandKinds,
  listRuleRevisions,
  listTwinRules,
  type Rule,
  readMailServer,
  updateRule,
} from '@stellwerk/contract/rule-calls';
import { convertConditions, testCommand, testConditions } from '@stellwerk/contract/rule-run';
import { listTagsZones } from '@stellwerk/contract/twin';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';

export const ruleKeys = {
  all: ['rules'] as const,
  ofTwin: (twinId: number) => ['rules', 'twin', twinId] as const,
};

/** Results and next times change without user action, but need no exact update. */
const refreshMs = 15_000;

export const useTwinRules = (twinId: number) =>
  useQuery({
    queryKey: ruleKeys.ofTwin(twinId),
    queryFn: async ({ signal }) => (await call(listTwinRules, { params: { id: twinId } }, { signal })).data,
    refetchInterval: refreshMs,
  });

type RuleChange = CallInput<typeof updateRule>['body'];

export function useRuleActions(twinId: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ruleKeys.all });
  const params = (ruleId: number) => ({ id: twinId, ruleId });
  const create = useMutation({
    mutationFn: async (body: RuleFields) => (await call(createRule, { params: { id: twinId }, body })).data,
    onSettled,
  });
  const update = useMutation({
    mutationFn: async ({ ruleId, body }: { ruleId: number; body: RuleChange }) =>
      (await call(updateRule, { params: params(ruleId), body })).data,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (ruleId: number) => call(deleteRule, { params: params(ruleId) }),
    onSettled,
  });
  return {
    create: create.mutateAsync,
    update: update.mutateAsync,
    remove: remove.mutateAsync,
  };
}

export const useRevisions = ({ id, dtwinId, revision }: Pick<Rule, 'id' | 'dtwinId' | 'revision'>) =>
  useQuery({
    queryKey: [...ruleKeys.all, 'revisions', id, revision],
    queryFn: async ({ signal }) =>
      (await call(listRuleRevisions, { params: { id: dtwinId, ruleId: id } }, { signal })).data,
  });
export type Revision = NonNullable<ReturnType<typeof useRevisions>['data']>[number];

export const useCommandKinds = () =>
  useQuery({
    queryKey: [...ruleKeys.all, 'command-kinds'],
    queryFn: async ({ signal }) => (await call(listCommandKinds, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
export type CommandKind = NonNullable<ReturnType<typeof useCommandKinds>['data']>[number];

export const useCommandConnectors = (twinId: number, type: string, isNeeded: boolean) =>
  useQuery({
    queryKey: [...ruleKeys.all, 'command-connectors', twinId, type],
    queryFn: async ({ signal }) =>
      (await call(listCommandConnectors, { params: { id: twinId }, query: { type } }, { signal })).data,
    enabled: isNeeded,
  });

export interface TestInput {
  dtwinId: number;
  metrics: RuleMetric[];
  conditions: RuleConditions;
  values: CallInput<typeof testConditions>['body']['values'];
  ruleId?: number | undefined;
}

/** The current results of metrics and conditions; the last response stays until the next one arrives. */
export const useConditionTest = (input: TestInput | undefined) =>
  useQuery({
    queryKey: [...ruleKeys.all, 'test', input],
    queryFn: async ({ signal }) => (input ? (await call(testConditions, { body: input }, { signal })).data : null),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    retry: false,
    gcTime: 0,
  });
export type ConditionTest = NonNullable<ReturnType<typeof useConditionTest>['data']>;

/** Refetches the test after values have changed. */
export function useRetest(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [...ruleKeys.all, 'test'] });
}

export const useMailServer = (twinId: number, isWanted: boolean) =>
  useQuery({
    queryKey: [...ruleKeys.all, 'mail-server', twinId],
    queryFn: async ({ signal }) => (await call(readMailServer, { params: { id: twinId } }, { signal })).data,
    enabled: isWanted,
  });

export const useConversion = () =>
  useMutation({
    mutationFn: async (body: CallInput<typeof convertConditions>['body']) =>
      (await call(convertConditions, { body })).data.script,
  });

/** Mail servers and devices are slow. */
const commandTimeoutMs = 40_000;

export const useCommandTest = () =>
  useMutation({
    mutationFn: async (body: CallInput<typeof testCommand>['body']) =>
      (await call(testCommand, { body }, { timeoutMs: commandTimeoutMs })).data,
  });

/** Twins of type zone, for a choice. */
export const useZones = (search: string) =>
  useQuery({
    queryKey: ['twins', 'tags', 'zones', search],
    queryFn: async ({ signal }) =>
      (await call(listTagsZones, { query: { search: search || undefined } }, { signal })).data.zones,
    placeholderData: keepPreviousData,
  });
