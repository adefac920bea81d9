import { z } from 'zod';
import { dataOf, isoTime, listOf } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import {
  type ConditionNode,
  conditionTree,
  geofenceModes,
  readsRules,
  ruleCommand,
  ruleConditions,
  ruleDefinition,
  ruleResults,
  ruleTag,
  writesRules,
} from './rule.ts';

/** The trigger of an evaluation. */
export const runTrigger = z.discriminatedUnion('kind', [
  /** New values of these metrics. */
  z.object({ kind: z.literal('value'), aliases: z.array(z.string()) }),
  z.object({ kind: z.literal('time'), dueAt: isoTime }),
  z.object({
    kind: z.literal('geofence'),
    mode: z.enum(geofenceModes),
    zone: z.object({ id: z.int(), title: z.string().nullable() }),
    /** Null if unknown, for example at the end of a dwell time. */
    distanceMeters: z.number().nullable(),
  }),
  /** The rule was saved or switched on. */
  z.object({ kind: z.literal('saved') }),
  /** The conditions have been true for `forMinutes`. */
  z.object({ kind: z.literal('lasted') }),
  z.object({ kind: z.literal('test') }),
]);
export type RunTrigger = z.output<typeof runTrigger>;

/** A metric as evaluated. */
export const runMetric = z.object({
  alias: z.string(),
  /** Value after operation and transformer; long lists are truncated. */
  value: z.json(),
  /** Value before the transformer, if there is one. */
  input: z.json().optional(),
  /** Time of the newest value used. */
  at: isoTime.nullable(),
  /** Number of values used. */
  count: z.int(),
});
export type RunMetric = z.output<typeof runMetric>;

/** The condition tree with the result of each node and the compared values of each comparison. */
export type JudgedNode =
  | { op: 'and' | 'or'; isMet: boolean; children: JudgedNode[] }
  | { op: 'not'; isMet: boolean; child: JudgedNode }
  | (Extract<ConditionNode, { op: 'when' }> & { isMet: boolean; left: unknown; right: unknown });
export const judgedNode: z.ZodType<JudgedNode, JudgedNode> = z.lazy(() =>
  z.union([
    z.object({ op: z.enum(['and', 'or']), isMet: z.boolean(), children: z.array(judgedNode) }),
    z.object({ op: z.literal('not'), isMet: z.boolean(), child: judgedNode }),
    z.object({
      op: z.literal('when'),
      metric: z.string(),
      cmp: z.enum(['eq', 'not', 'lt', 'gt', 'lte', 'gte']),
      value: z.union([z.string(), z.number(), z.boolean(), z.null(), z.object({ metric: z.string() })]),
      hysteresis: z.number().optional(),
      isMet: z.boolean(),
      left: z.unknown(),
      right: z.unknown(),
    }),
  ]),
);

const problem = z.object({ code: z.string(), message: z.string() });

/**
 * `limited`: the account has used up its command quota of the hour. `cut`: the chain of rules was too long. `muted`: a
 * mail that was not sent because of a maintenance, or because the alarm of the rule is muted.
 */
export const commandStates = ['queued', 'sent', 'failed', 'limited', 'cut', 'muted'] as const;
export type CommandState = (typeof commandStates)[number];

export const runCommand = z.object({
  type: z.string(),
  state: z.enum(commandStates),
  /** Time at which the command was sent or given up. */
  at: isoTime.nullable(),
  attempts: z.int(),
  problem: problem.nullable(),
  /** The recipient in one line: e-mail addresses, topic, URL without its query, or device. */
  target: z.string(),
});

/**
 * Evaluations with the same result and without commands share one record: `count` evaluations up to `lastAt`. For
 * results without any effect both are written every few seconds: a crash may lose the last counts, but never a record.
 */
export const ruleExecution = z.object({
  id: z.int(),
  ruleId: z.int(),
  ruleTitle: z.string(),
  dtwinId: z.int(),
  dtwinTitle: z.string(),
  revision: z.int(),
  at: isoTime,
  lastAt: isoTime,
  count: z.int(),
  result: z.enum(ruleResults),
  trigger: runTrigger,
  metrics: z.array(runMetric),
  /** Null for scripts, and if the conditions were not evaluated. */
  conditions: judgedNode.nullable(),
  isMet: z.boolean().nullable(),
  commands: z.array(runCommand),
  error: problem.nullable(),
  durationMs: z.number(),
  alarmId: z.int().nullable(),
});
export type RuleExecution = z.output<typeof ruleExecution>;

const ruleParams = z.object({ id: textIdOf('twin'), ruleId: textIdOf('rule') });

export const listRecentExecutions = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/overview-list/{ruleId}/executions',
  tag: ruleTag,
  summary: 'The newest executions of a rule; at most fifty',
  permission: readsRules,
  narrowed: true,
  params: ruleParams,
  response: dataOf(z.array(ruleExecution)),
  errors: ['DTWIN_NOT_FOUND', 'RULE_NOT_FOUND'],
});

/** Erroneous executions of the last 30 days, and undeliverable commands. The path is the specification's. */
export const listErroneousExecutions = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/errornous-executions',
  tag: ruleTag,
  summary: 'Executions with errors of all rules that the caller may see, newest first',
  permission: 'DigitalTwin.read',
  query: z.object({
    offset: z.coerce.number().int().min(0).max(10_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    tenantId: textIdOf('account').optional(),
  }),
  response: listOf(ruleExecution),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const readExecutionHistory = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/execution-history/dtwin/{id}/rule/{ruleId}',
  tag: ruleTag,
  summary: 'Executions of a rule in a span of time, newest first; kept for 90 days',
  permission: readsRules,
  narrowed: true,
  params: ruleParams,
  body: z.object({
    queryStart: isoTime.optional(),
    queryEnd: isoTime.optional(),
    offset: z.int().min(0).max(10_000_000).default(0),
    limit: z.int().min(1).max(100).default(20),
    requestParameters: z
      .object({ results: z.array(z.enum(ruleResults)).max(ruleResults.length).default([]) })
      .prefault({}),
  }),
  readOnly: true,
  response: listOf(ruleExecution),
  errors: ['DTWIN_NOT_FOUND', 'RULE_NOT_FOUND'],
});

export const convertConditions = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/convert-conditions/',
  tag: ruleTag,
  summary: 'The script that does the same as a condition tree',
  permission: readsRules,
  body: z.object({ tree: conditionTree }),
  readOnly: true,
  response: dataOf(z.object({ script: z.string() })),
});

const scriptProblem = problem.extend({
  /** The failing script: the alias of a metric, or null for the conditions. */
  alias: z.string().nullable(),
  line: z.int().nullable(),
});

/** Uses the newest values, or the given values by alias instead of operation and transformer. */
export const testConditions = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/test-conditions/',
  tag: ruleTag,
  summary: 'Evaluate metrics and conditions now, without any effect',
  permission: readsRules,
  narrowed: true,
  body: z.object({
    dtwinId: idOf('twin'),
    metrics: ruleDefinition.shape.metrics,
    conditions: ruleConditions,
    /** The saved rule: comparisons with a hysteresis start from its memory. Without it, none of them is met before. */
    ruleId: idOf('rule').optional(),
    values: z.record(z.string().max(50), z.json()).default({}),
  }),
  readOnly: true,
  response: dataOf(
    z.object({
      metrics: z.array(runMetric),
      conditions: judgedNode.nullable(),
      /** Null if the conditions were not evaluated: aborted, or a script failed. */
      isMet: z.boolean().nullable(),
      abortedBy: z.string().nullable(),
      problem: scriptProblem.nullable(),
      logs: z.array(z.string()),
      durationMs: z.number(),
    }),
  ),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_STATE_NOT_FOUND', 'RULE_ALIAS_DUPLICATE', 'RULE_ALIAS_UNKNOWN'],
});

/** Executes the command once with the newest values; mails are sent to the caller only. */
export const testCommand = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/test-execute-action/',
  tag: ruleTag,
  summary: 'Execute one command now',
  permission: writesRules,
  narrowed: true,
  body: z.object({
    dtwinId: idOf('twin'),
    metrics: ruleDefinition.shape.metrics,
    command: ruleCommand,
    ruleTitle: z.string().trim().max(200).default(''),
  }),
  transaction: 'own',
  response: dataOf(
    z.object({
      isDone: z.boolean(),
      target: z.string(),
      /** Options with placeholders filled in. */
      options: z.record(z.string(), z.json()),
      /** The response of the other system, if any. */
      answer: z.json(),
      problem: problem.nullable(),
      durationMs: z.number(),
    }),
  ),
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_STATE_NOT_FOUND',
    'BRIDGE_NOT_FOUND',
    'RULE_ALIAS_DUPLICATE',
    'RULE_COMMAND_UNKNOWN',
    'RULE_COMMAND_INVALID',
    'RULE_COMMAND_TARGET',
    'RULE_COMMAND_TOPIC',
    'BRIDGE_NO_RETAIN',
  ],
});

export const replayLimits = { days: 366, points: 1_000_000, marks: 2_000, spans: 2_000 } as const;

/**
 * Replays the given rule over past data on its own clock, without any effect: each value of a metric triggers it at the
 * time of its measurement. With more points than `replayLimits.points`, only the newest are used and `from` of the
 * response is later. One replay per user: a second one ends the first, which then fails with RATE_LIMITED.
 */
export const replayRule = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/replay',
  tag: ruleTag,
  summary: 'What a rule would have done in the past',
  permission: readsRules,
  narrowed: true,
  body: z.object({ dtwinId: idOf('twin'), rule: ruleDefinition, from: isoTime, to: isoTime }),
  readOnly: true,
  response: dataOf(
    z.object({
      from: isoTime,
      to: isoTime,
      points: z.int(),
      evaluations: z.int(),
      results: z.object({
        executed: z.int(),
        throttled: z.int(),
        met: z.int(),
        pending: z.int(),
        notMet: z.int(),
        aborted: z.int(),
        outside: z.int(),
        error: z.int(),
      }),
      /** Commands that would have been sent, by type. */
      commands: z.record(z.string(), z.int()),
      /**
       * Evaluations that were due to send commands, in order of time; if there are too many, all that would have sent
       * them are kept first.
       */
      marks: z.array(
        z.object({
          at: isoTime,
          result: z.enum(['executed', 'throttled']),
          trigger: runTrigger,
          metrics: z.record(z.string(), z.json()),
        }),
      ),
      /** From the first evaluation at which the conditions count as true to the first at which they don't. */
      spans: z.array(z.object({ from: isoTime, to: isoTime })),
      isCut: z.boolean(),
      problem: scriptProblem.nullable(),
      durationMs: z.number(),
    }),
  ),
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_STATE_NOT_FOUND',
    'RULE_ALIAS_DUPLICATE',
    'RULE_ALIAS_UNKNOWN',
    'RULE_SPAN_INVALID',
    'RATE_LIMITED',
  ],
});
