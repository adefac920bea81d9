import { z } from 'zod';
import { isoTime } from './core/envelope.ts';
import { idOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { timeZone } from './state-source.ts';

export const ruleTag = 'rules';

/** For calls about one twin: for rules of virtual devices, permissions for devices suffice. */
export const readsRules = anyOf('DigitalTwin.read', 'VirtualDevice.read');
export const writesRules = anyOf('DigitalTwin.write', 'VirtualDevice.write');

/**
 * Operations of a metric. Without history, the input is the newest value, whatever the operation. With `historyMinutes`
 * it is the values measured since then, with `historyCount` that many newest values, with both the newest ones within
 * the minutes; in order of time. `none` returns the list itself, `diff` is last minus first. Operations other than
 * `none`, `first`, `latest` and `count` accept numbers and booleans (0 and 1) and ignore other values. The result of an
 * empty input is null, and 0 for `count`.
 */
export const metricOperations = [
  'none',
  'first',
  'latest',
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'count',
  'diff',
] as const;
export type MetricOperation = (typeof metricOperations)[number];

export const ruleLimits = {
  metrics: 20,
  commands: 20,
  timeTriggers: 20,
  windows: 20,
  geofences: 20,
  aggregates: 20,
  conditionNodes: 100,
  conditionDepth: 8,
  historyMinutes: 44_640,
  historyCount: 1_000,
  scriptLength: 20_000,
  /** Maximum of rules per twin. */
  rules: 200,
  /** Commands that the rules of one account may send per hour; further ones are recorded as limited. */
  commandsPerHour: 10_000,
  mailsPerHour: 500,
  /** A value set by a rule may trigger further rules; a longer chain is cut. */
  chainDepth: 5,
} as const;

/** Names that are already defined in scripts of rules, in addition to the reserved words of JavaScript. */
export const reservedAliases = [
  'metrics',
  'twin',
  'now',
  'value',
  'values',
  'alias',
  'state',
  'undefined',
  '__proto__',
] as const;
const reservedWords =
  'abstract arguments await boolean break byte case catch char class const continue debugger default delete do double else enum eval export extends false final finally float for function goto if implements import in instanceof int interface let long native new null package private protected public return short static super switch synchronized this throw throws transient true try typeof var void volatile while with yield'.split(
    ' ',
  );
const taken = new Set<string>([...reservedAliases, ...reservedWords]);

/** Must be a valid identifier, because scripts use the alias as one. */
export const metricAlias = z
  .string()
  .trim()
  .max(50)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
  .refine((alias) => !taken.has(alias));

const script = z.string().max(ruleLimits.scriptLength);

export const ruleMetric = z.object({
  alias: metricAlias,
  stateId: idOf('sourceState'),
  operation: z.enum(metricOperations).default('none'),
  historyMinutes: z.int().min(1).max(ruleLimits.historyMinutes).nullable().default(null),
  historyCount: z.int().min(1).max(ruleLimits.historyCount).nullable().default(null),
  /**
   * Body of a function whose result replaces the metric; empty for none. It sees `value`, `values` (`{ value, timestamp
   * }`, oldest first, times as ISO texts), `alias`, `state { id, key, title, unit }`, `twin { id, title, tags, keyValue
   * }` and `now` (Date).
   */
  transformer: script.default(''),
  /** Ends the evaluation as `aborted` if the metric has no value. */
  abortIfNull: z.boolean().default(false),
});
export type RuleMetric = z.output<typeof ruleMetric>;

export const comparisons = ['eq', 'not', 'lt', 'gt', 'lte', 'gte'] as const;
export type Comparison = (typeof comparisons)[number];

export type ConditionScalar = string | number | boolean | null;
export type ConditionNode =
  | { op: 'and' | 'or'; children: ConditionNode[] }
  | { op: 'not'; child: ConditionNode }
  | {
      op: 'when';
      metric: string;
      cmp: Comparison;
      value: ConditionScalar | { metric: string };
      hysteresis?: number | undefined;
    };

const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
/**
 * Compared as numbers if both sides can be read as numbers (true is 1, false is 0). Otherwise `eq` and `not` compare
 * texts (lists as JSON), and the other operators are not met. Null only equals null, and is neither less nor greater
 * than anything. With `hysteresis`, a comparison that is met ends only beyond its limit: `gt 25` with hysteresis 2 is met
 * above 25, and then until 23; only for `lt`, `gt`, `lte` and `gte`.
 */
export const conditionNode: z.ZodType<ConditionNode, ConditionNode> = z.lazy(() =>
  z.union([
    z.object({ op: z.enum(['and', 'or']), children: z.array(conditionNode).min(1).max(20) }),
    z.object({ op: z.literal('not'), child: conditionNode }),
    z.object({
      op: z.literal('when'),
      metric: metricAlias,
      cmp: z.enum(comparisons),
      value: z.union([scalar, z.object({ metric: metricAlias })]),
      hysteresis: z.number().positive().max(1e12).optional(),
    }),
  ]),
);

export function nodesOf(node: ConditionNode): { count: number; depth: number; aliases: string[] } {
  if (node.op === 'when') {
    const other = typeof node.value === 'object' && node.value !== null ? [node.value.metric] : [];
    return { count: 1, depth: 1, aliases: [node.metric, ...other] };
  }
  const below = (node.op === 'not' ? [node.child] : node.children).map(nodesOf);
  return {
    count: 1 + below.reduce((sum, each) => sum + each.count, 0),
    depth: 1 + Math.max(...below.map((each) => each.depth)),
    aliases: below.flatMap((each) => each.aliases),
  };
}

const isSmallEnough = (node: ConditionNode) => {
  const { count, depth } = nodesOf(node);
  return count <= ruleLimits.conditionNodes && depth <= ruleLimits.conditionDepth;
};

/** The limits keep the tree readable for people and protect recursive functions from a stack overflow. */
export const conditionTree = conditionNode.refine(isSmallEnough);

/**
 * A script is a function body with a constant for every alias, plus `metrics` (by alias), `twin` and `now`; a truthy
 * result means met.
 */
export const ruleConditions = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('always') }),
  z.object({ mode: z.literal('tree'), tree: conditionTree }),
  z.object({ mode: z.literal('script'), script: script.min(1) }),
]);
export type RuleConditions = z.output<typeof ruleConditions>;

/**
 * Times in the time zone: `hourly` every `hour` hours counted from midnight at `minute`, otherwise daily at
 * `hour`:`minute`; only on `monthDays` if given (31 is skipped in short months), from the first to the last date. A
 * local time that the clock change skips triggers at the change; one that occurs twice triggers only the first time.
 * Times missed while the server was down trigger once, with the newest missed time.
 */
export const timeTrigger = z
  .object({
    hourly: z.boolean().default(false),
    hour: z.int().min(0).max(23),
    minute: z.int().min(0).max(59),
    monthDays: z.array(z.int().min(1).max(31)).max(31).default([]),
    startDate: z.iso.date().nullable().default(null),
    endDate: z.iso.date().nullable().default(null),
    zone: timeZone.default('Europe/Berlin'),
  })
  .refine(({ hourly, hour }) => !hourly || hour >= 1, { path: ['hour'] })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, { path: ['endDate'] });
export type TimeTrigger = z.output<typeof timeTrigger>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** From `from` to before `to` in the time zone, past midnight if `to` is not later; 1 is Monday. */
export const executionWindow = z.object({
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: clockTime,
  to: clockTime,
  zone: timeZone.default('Europe/Berlin'),
});
export type ExecutionWindow = z.output<typeof executionWindow>;

export const geofenceModes = [
  'enter',
  'exit',
  'dwelltime',
  'dwelltime_out',
  'proximity_closing',
  'proximity_movingout',
] as const;
export type GeofenceMode = (typeof geofenceModes)[number];

const positive = z.number().positive();
/**
 * Compares the position of the rule's twin with the area of a twin of type zone (the border is inside). Enter and leave
 * compare with the previous position; the first position triggers nothing. Dwell times trigger once per stay. Distances
 * are measured to the border and are 0 inside.
 */
export const geofenceTrigger = z
  .object({
    dtwinId: idOf('zone'),
    mode: z.enum(geofenceModes),
    distanceMeters: positive.max(1_000_000).nullable().default(null),
    durationHours: positive.max(8_760).nullable().default(null),
  })
  .refine(({ mode, durationHours }) => !mode.startsWith('dwelltime') || durationHours !== null, {
    path: ['durationHours'],
  })
  .refine(({ mode, distanceMeters }) => !mode.startsWith('proximity') || distanceMeters !== null, {
    path: ['distanceMeters'],
  });
export type GeofenceTrigger = z.output<typeof geofenceTrigger>;

/**
 * `options` follow the schema of the kind. Their texts may contain placeholders: `{{alias}}`, `{{twin.title}}`,
 * `{{twin.id}}`, `{{twin.keyValue.<key>}}`, `{{rule.title}}`, `{{account.name}}`, `{{now}}`, `{{link}}`. Unknown ones
 * become empty.
 */
export const ruleCommand = z.object({
  type: z.string().min(1).max(50),
  /** The connector to use, for kinds that need one. */
  connectorId: idOf('connectorChoice').nullable().default(null),
  /** The target, for kinds that act on a twin; null is the rule's own twin. The author must have permission for it. */
  dtwinId: idOf('twin').nullable().default(null),
  options: z.record(z.string().max(50), z.json()).default({}),
});
export type RuleCommand = z.output<typeof ruleCommand>;

export const alarmCategories = ['unknown', 'connectivity', 'battery', 'device', 'packet-threshold'] as const;
export type AlarmCategory = (typeof alarmCategories)[number];
export const alarmSeverities = ['warning', 'error'] as const;
export type AlarmSeverity = (typeof alarmSeverities)[number];

/** Open while the conditions count as true, independent of the throttle; a rule has at most one open alarm. */
export const ruleAlarm = z.object({
  severity: z.enum(alarmSeverities),
  category: z.enum(alarmCategories).default('unknown'),
  /** May contain placeholders, as in commands. */
  message: z.string().trim().min(1).max(500),
  /** Resolved when an evaluation finds the conditions no longer met; otherwise only by hand. */
  resolvesItself: z.boolean().default(true),
  /** Mails to further people if the alarm is then still open, not acknowledged and not muted. */
  escalations: z
    .array(
      z.object({
        afterMinutes: z.int().min(1).max(ruleLimits.historyMinutes),
        to: z.array(z.email().max(254)).min(1).max(20),
      }),
    )
    .max(5)
    .default([]),
});
export type RuleAlarm = z.output<typeof ruleAlarm>;

/**
 * When the commands of a rule are sent. `change`: when its conditions become true. `every`: at each trigger while they
 * are true. `cleared`: when they are no longer true. A rule without conditions sends its commands at each trigger. The
 * throttle applies to all of them; commands that it holds back are not sent later.
 */
export const fireModes = ['change', 'every', 'cleared'] as const;
export type FireMode = (typeof fireModes)[number];

/**
 * The definition of a rule. Every change creates a new revision. A rule that values can trigger is evaluated once when it
 * is saved or switched on: alarms open, and commands that are sent on `change` are sent.
 */
export const ruleDefinition = z.object({
  metrics: z.array(ruleMetric).max(ruleLimits.metrics).default([]),
  conditions: ruleConditions.default({ mode: 'always' }),
  fireOn: z.enum(fireModes).default('every'),
  /** The conditions count as true after they have been true for so long without a break, also without new values. */
  forMinutes: z.number().min(0).max(ruleLimits.historyMinutes).default(0),
  throttleHours: z.number().min(0).max(8_760).default(0),
  timeTriggers: z.array(timeTrigger).max(ruleLimits.timeTriggers).default([]),
  /** New values of metrics don't trigger the rule. */
  onlyTimeTriggers: z.boolean().default(false),
  /** Times at which the rule may run; empty for always. */
  executionWindows: z.array(executionWindow).max(ruleLimits.windows).default([]),
  geofenceTriggers: z.array(geofenceTrigger).max(ruleLimits.geofences).default([]),
  commands: z.array(ruleCommand).max(ruleLimits.commands).default([]),
  alarm: ruleAlarm.nullable().default(null),
  /** Aggregate and time-series states of the twin that are recomputed before each evaluation. */
  aggregateTrigger: z.array(idOf('state')).max(ruleLimits.aggregates).default([]),
});
export type RuleDefinition = z.output<typeof ruleDefinition>;

/**
 * Writable fields. The service refuses aliases that differ only in case, conditions with unknown aliases, rules without
 * any action, and rules without any trigger.
 */
export const ruleFields = ruleDefinition.extend({
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2_000).default(''),
  active: z.boolean().default(true),
});
export type RuleFields = z.output<typeof ruleFields>;

/**
 * `executed`: commands were sent. `throttled`: due, but too soon after the last time. `met`: the conditions are true, and
 * no commands are due. `pending`: they are true, but not yet for `forMinutes`. `notMet`, `aborted` (a metric was null),
 * `outside` (of every window). `error`: a script failed, or the state of a metric is deleted.
 */
export const ruleResults = [
  'executed',
  'throttled',
  'met',
  'pending',
  'notMet',
  'aborted',
  'outside',
  'error',
] as const;
export type RuleResult = (typeof ruleResults)[number];

export const ruleStatus = z.object({
  lastEvaluatedAt: isoTime.nullable(),
  lastExecutedAt: isoTime.nullable(),
  lastResult: z.enum(ruleResults).nullable(),
  lastError: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Written every few seconds: a crash may lose the last counts. */
  evaluations: z.int(),
  executions: z.int(),
  errors: z.int(),
  /** Time of the next time trigger. */
  nextAt: isoTime.nullable(),
  /** Paused because its script exceeds its limits; retried after this time, or on demand. */
  pausedUntil: isoTime.nullable(),
  /** Commands refused in this hour by the account's quota. */
  limited: z.int(),
});
