import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { readsRules, ruleFields, ruleResults, ruleStatus, ruleTag, writesRules } from './rule.ts';
import { sharedMark } from './shared-rule.ts';
import { valueTypes } from './state.ts';
import { statuses, twinCategories } from './twin.ts';

/** A state that a rule references; all fields are null if the caller may not see it or if it was deleted (`isGone`). */
const namedState = z.object({
  stateId: z.int(),
  isGone: z.boolean(),
  key: z.string().nullable(),
  title: z.string().nullable(),
  unit: z.string().nullable(),
  valueType: z.enum(valueTypes).nullable(),
  dtwinId: z.int().nullable(),
  dtwinTitle: z.string().nullable(),
});

const summary = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  active: z.boolean(),
  dtwinId: z.int(),
  dtwinTitle: z.string(),
  category: z.enum(twinCategories),
  tenantId: z.int(),
  tenantName: z.string(),
  revision: z.int(),
  status: ruleStatus,
  /** The open alarm of the rule. */
  openAlarm: z.object({ id: z.int(), severity: z.enum(['warning', 'error']) }).nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Null for a rule of one twin. A copy can't be changed: it follows its model. */
  shared: sharedMark.nullable(),
  abilities: z.object({ update: z.boolean() }),
});

export const ruleRow = summary.extend({
  /** Kinds of its commands, in order. */
  commandTypes: z.array(z.string()),
  metricCount: z.int(),
  hasTimeTriggers: z.boolean(),
  hasGeofences: z.boolean(),
  raisesAlarm: z.boolean(),
  twinStatus: z.enum(statuses),
});
export type RuleRow = z.output<typeof ruleRow>;

export const rule = summary.extend({
  ...ruleFields.shape,
  description: z.string(),
  /** The states of metrics and of the aggregate trigger. */
  states: z.array(namedState),
  /**
   * Twins and connectors that triggers and commands reference; the title is null if the caller may not see the object.
   */
  twins: z.array(z.object({ id: z.int(), title: z.string().nullable() })),
  connectors: z.array(z.object({ id: z.int(), name: z.string().nullable(), type: z.string().nullable() })),
  updatedBy: z.string().nullable(),
});
export type Rule = z.output<typeof rule>;

const twinParams = z.object({ id: textIdOf('twin') });
const ruleParams = twinParams.extend({ ruleId: textIdOf('rule') });

export const listTwinRules = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/',
  tag: ruleTag,
  summary: 'The rules of a twin or virtual device',
  permission: readsRules,
  narrowed: true,
  params: twinParams,
  response: dataOf(z.array(rule)),
  errors: ['DTWIN_NOT_FOUND'],
});

const orders = ['title', 'dtwinTitle', 'lastExecutedAt', 'lastEvaluatedAt', 'errors', 'updatedAt'] as const;
export type RuleOrder = (typeof orders)[number];
const order = z.enum([...orders, ...orders.map((name) => `-${name}` as const)]).default('title');

/**
 * `order` and `search_item` are the specification's names for `sort` and `search`. The twin's own rules are sorted
 * together with the others.
 */
export const listRuleOverview = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/overview-list',
  tag: ruleTag,
  summary: 'The rules of a twin and of everything below it',
  permission: readsRules,
  narrowed: true,
  params: twinParams,
  query: z.object({
    offset: listQuery.shape.offset,
    limit: listQuery.shape.limit,
    order,
    search_item: z.string().trim().max(200).optional(),
    /** Include rules of virtual devices. */
    include_vd_rules: flag.optional(),
  }),
  response: listOf(ruleRow),
  errors: ['DTWIN_NOT_FOUND'],
});

export const listRules = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/monitor',
  tag: ruleTag,
  summary: 'All rules that the caller may see, with what they do at the moment',
  permission: 'DigitalTwin.read',
  query: listQuery.extend({
    sort: order,
    tenantId: textIdOf('account').optional(),
    active: flag.optional(),
    /** Filter by the last result. */
    results: textList(z.enum(ruleResults), ruleResults.length).optional(),
    /** Only rules with an open alarm, with errors in the last day, paused or limited. */
    attention: flag.optional(),
    /** Only rules that use this state in a metric or command. */
    stateId: textIdOf('state').optional(),
    /** The copies of a shared rule, which are left out otherwise unless `attention` or `stateId` is given. */
    modelId: textIdOf('rule').optional(),
  }),
  response: listOf(ruleRow),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_STATE_NOT_FOUND', 'RULE_NOT_FOUND'],
});

/** Figures above the list of rules. */
export const readRuleFigures = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/figures',
  tag: ruleTag,
  summary: 'How many rules there are, and what they did in the last day',
  permission: 'DigitalTwin.read',
  query: z.object({ tenantId: textIdOf('account').optional() }),
  response: dataOf(
    z.object({
      rules: z.int(),
      active: z.int(),
      executions24h: z.int(),
      errors24h: z.int(),
      openAlarms: z.int(),
      paused: z.int(),
      /** Mails that wait because their account has no mail server. */
      waitingMails: z.int(),
      /** Accounts that have used up their command quota of this hour. */
      limitedAccounts: z.array(z.object({ id: z.int(), name: z.string(), limited: z.int() })),
    }),
  ),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const writeErrors = [
  'DTWIN_NOT_FOUND',
  'DTWIN_STATE_NOT_FOUND',
  'BRIDGE_NOT_FOUND',
  'RULE_ALIAS_DUPLICATE',
  'RULE_ALIAS_UNKNOWN',
  'RULE_NOTHING_TO_DO',
  'RULE_NEVER_TRIGGERED',
  'RULE_SCRIPT_INVALID',
  'RULE_COMMAND_UNKNOWN',
  'RULE_COMMAND_INVALID',
  'RULE_COMMAND_TARGET',
  'RULE_COMMAND_TOPIC',
  'BRIDGE_NO_RETAIN',
  'RULE_ZONE_WITHOUT_AREA',
  'RULE_TOO_MANY',
  'DTWINSTATE_METRIC_CANNOT_TRIGGER_AGGREGATION',
] as const;

export const createRule = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/',
  tag: ruleTag,
  summary: 'Create a rule on a twin or virtual device',
  permission: writesRules,
  narrowed: true,
  params: twinParams,
  body: ruleFields,
  response: dataOf(rule),
  status: 201,
  errors: writeErrors,
});

const { shape } = ruleFields;
/** Without defaults: they are for new rules and would reset absent fields here. */
export const ruleChange = z
  .object({
    title: shape.title,
    description: shape.description.unwrap(),
    active: z.boolean(),
    metrics: shape.metrics.unwrap(),
    conditions: shape.conditions.unwrap(),
    fireOn: shape.fireOn.unwrap(),
    forMinutes: shape.forMinutes.unwrap(),
    throttleHours: shape.throttleHours.unwrap(),
    timeTriggers: shape.timeTriggers.unwrap(),
    onlyTimeTriggers: z.boolean(),
    executionWindows: shape.executionWindows.unwrap(),
    geofenceTriggers: shape.geofenceTriggers.unwrap(),
    commands: shape.commands.unwrap(),
    alarm: shape.alarm.unwrap(),
    aggregateTrigger: shape.aggregateTrigger.unwrap(),
    basedOn: z.int(),
  })
  .partial();

/**
 * `basedOn` is the revision that the change was made from; the call is refused if there is a newer one. A call without
 * changes creates no revision; switching on or off creates one. Referenced objects must exist, so fields that reference
 * deleted objects should be left out. Callers who change more than texts, or switch the rule on, need the permissions
 * for its commands.
 */
export const updateRule = defineRoute({
  method: 'PUT',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}',
  tag: ruleTag,
  summary: 'Change a rule; what is left out stays',
  permission: writesRules,
  narrowed: true,
  params: ruleParams,
  body: ruleChange,
  response: dataOf(rule),
  errors: [
    ...writeErrors,
    'RULE_NOT_FOUND',
    'RULE_CHANGED_MEANWHILE',
    'RULE_IS_A_COPY',
    'DEVICE_TEMPLATE_FIELD_LOCKED',
  ],
});

export const deleteRule = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}',
  tag: ruleTag,
  summary: 'Delete a rule; its alarms are resolved and stay in the log',
  permission: writesRules,
  narrowed: true,
  params: ruleParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DTWIN_NOT_FOUND', 'RULE_NOT_FOUND', 'RULE_IS_A_COPY', 'DEVICE_TEMPLATE_FIELD_LOCKED'],
});

export const resumeRule = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}/resume',
  tag: ruleTag,
  summary: 'Go on with a rule that was set aside',
  permission: writesRules,
  narrowed: true,
  params: ruleParams,
  response: dataOf(rule),
  errors: ['DTWIN_NOT_FOUND', 'RULE_NOT_FOUND'],
});

export const listRuleRevisions = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}/revisions',
  tag: ruleTag,
  summary: 'The revisions of a rule, newest first; the last hundred',
  permission: readsRules,
  narrowed: true,
  params: ruleParams,
  response: dataOf(
    z.array(
      z.object({
        revision: z.int(),
        createdAt: isoTime,
        createdBy: z.string().nullable(),
        fields: ruleFields,
      }),
    ),
  ),
  errors: ['DTWIN_NOT_FOUND', 'RULE_NOT_FOUND'],
});

/** The kinds of commands of this installation. */
export const listCommandKinds = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/command-types',
  tag: ruleTag,
  summary: 'The kinds of commands that rules can give',
  permission: readsRules,
  response: dataOf(
    z.array(
      z.object({
        type: z.string(),
        /** Kinds of connectors that it can use; empty if it needs none. */
        connectorTypes: z.array(z.string()),
        isConnectorRequired: z.boolean(),
        /** `device`: a virtual device, `twin`: any twin, `none`. */
        acts: z.enum(['none', 'twin', 'device']),
        /** JSON Schema of `options`. */
        optionsSchema: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** Without a mail server, mails without a connector wait until there is one, for a day at most. */
export const readMailServer = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/mail-server',
  tag: ruleTag,
  summary: 'Whether mails of rules on this twin have a mail server',
  permission: writesRules,
  narrowed: true,
  params: twinParams,
  response: dataOf(z.object({ isConfigured: z.boolean() })),
  errors: ['DTWIN_NOT_FOUND'],
});

/** Connectors that a command of this kind on this twin can use. */
export const listCommandConnectors = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/command-connectors',
  tag: ruleTag,
  summary: 'Connectors that commands of rules on this twin can go through; at most a hundred',
  permission: writesRules,
  narrowed: true,
  params: twinParams,
  query: z.object({ type: z.string().max(50), search: z.string().trim().max(100).optional() }),
  response: dataOf(z.array(z.object({ id: z.int(), name: z.string(), type: z.string(), state: z.string() }))),
  errors: ['DTWIN_NOT_FOUND', 'RULE_COMMAND_UNKNOWN'],
});
