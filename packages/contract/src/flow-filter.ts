import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { contentTypes, flowEvent, flowTag, flowTriggers } from './flow-event.ts';

/** standard: conditions on attributes; the others are scripts that return true or false. */
export const filterTypes = ['standard', 'javascript', 'jsonata'] as const;
export type FilterType = (typeof filterTypes)[number];

/** Names of the metadata of an event, and its value. */
export const filterAttributes = [
  'value',
  'account_id',
  'config_id',
  'config_type',
  'state_id',
  'state_identifier',
  'state_type',
  'unit',
  'dtwin_id',
  'dtwin_title',
  'twin_category',
  'twin_tags',
  'twin_key_value',
  'twin_ancestor_ids',
  'vdevice_groups',
  'device_driver_id',
  'operational_status',
  'geolocation',
  'source_type',
  'source_identifier',
  'parser_variable',
  'timestamp',
  'event',
  'severity',
] as const;
export type FilterAttribute = (typeof filterAttributes)[number];

export const filterOperators = [
  'equals',
  'notEquals',
  'greaterThan',
  'lessThan',
  'contains',
  'notContains',
  'isNull',
  'isNotNull',
  'valueOlderThan',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

export const takesNoValue = (operator: FilterOperator): boolean => operator === 'isNull' || operator === 'isNotNull';
const needsNumber = (operator: FilterOperator): boolean => operator === 'valueOlderThan';

/** `valueOlderThan`: the timestamp of the event is older than this number of minutes, whatever the attribute. */
export const filterCondition = z
  .object({
    attribute: z.enum(filterAttributes),
    operator: z.enum(filterOperators),
    value: z.string().max(1_000).default(''),
  })
  .superRefine(({ operator, value }, ctx) => {
    const isMissing = !takesNoValue(operator) && value.trim() === '';
    const isUnfit = needsNumber(operator) && !(Number(value) >= 0);
    if (isMissing || isUnfit) ctx.addIssue({ code: 'custom', path: ['value'] });
  });
export type FilterCondition = z.output<typeof filterCondition>;

export const longestScript = 65_536;

/** Only the part of the chosen type is used; the other one stays for a change of mind. */
export const filterDefinition = z.object({
  type: z.enum(filterTypes),
  /** Whether all conditions must be met, or any of them. */
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(filterCondition).max(50).default([]),
  script: z.string().max(longestScript).default(''),
});
export type FilterDefinition = z.output<typeof filterDefinition>;

/** A filter that checks nothing passes everything, which nobody means. */
function addProblems({ type, conditions, script }: FilterDefinition, ctx: z.RefinementCtx): void {
  if (type === 'standard' && conditions.length === 0) ctx.addIssue({ code: 'custom', path: ['conditions'] });
  if (type !== 'standard' && script.trim() === '') ctx.addIssue({ code: 'custom', path: ['script'] });
}

const filterFields = filterDefinition.extend({
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2_000).default(''),
  /** A filter does not change messages: the output type equals the input type. */
  inputType: z.enum(contentTypes).default('generic'),
});

export const newFilter = filterFields.extend({ tenantId: idOf('account') }).superRefine(addProblems);
/** The account stays as it is. */
export const filterChange = filterFields.superRefine(addProblems);

export const flowFilter = filterFields.extend({
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  outputType: z.enum(contentTypes),
  /** Names of the flows that use it. */
  flows: z.array(z.string()),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type FlowFilter = z.output<typeof flowFilter>;

const sorts = ['name', 'type', 'createdAt', 'updatedAt'] as const;
export type FilterSort = (typeof sorts)[number];
export const filterListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
  type: z.enum(filterTypes).optional(),
});

export const listFilters = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/filter',
  tag: flowTag,
  summary: 'Filters of the accounts that the caller administers',
  permission: 'all.manage',
  query: filterListQuery,
  response: listOf(flowFilter),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const scriptErrors = ['FLOW_FILTER_DUPLICATE_NAME', 'FLOW_SCRIPT_INVALID'] as const;

export const createFilter = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/filter',
  tag: flowTag,
  summary: 'Create a filter; its account stays as it is',
  permission: 'all.manage',
  body: newFilter,
  response: dataOf(flowFilter),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', ...scriptErrors],
});

const params = z.object({ id: textIdOf('flowFilter') });

export const readFilter = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/filter/{id}',
  tag: flowTag,
  summary: 'A filter',
  permission: 'all.manage',
  params,
  response: dataOf(flowFilter),
  errors: ['FLOW_FILTER_NOT_FOUND'],
});

export const updateFilter = defineRoute({
  method: 'PUT',
  path: '/api/v1/consumer/filter/{id}',
  tag: flowTag,
  summary: 'Change a filter, and with it all flows that use it',
  permission: 'all.manage',
  params,
  body: filterChange,
  response: dataOf(flowFilter),
  errors: ['FLOW_FILTER_NOT_FOUND', 'FLOW_CONTENT_TYPES', ...scriptErrors],
});

export const deleteFilter = defineRoute({
  method: 'DELETE',
  path: '/api/v1/consumer/filter/{id}',
  tag: flowTag,
  summary: 'Delete a filter that no flow uses',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ id: z.int() })),
  errors: ['FLOW_FILTER_NOT_FOUND', 'FLOW_FILTER_IN_USE'],
});

/** Nothing is stored or sent. */
export const tryFilter = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/filter/try',
  tag: flowTag,
  summary: 'How many of the last 1,000 recorded events of an account would pass a filter',
  permission: 'all.manage',
  readOnly: true,
  body: filterDefinition
    .extend({ tenantId: idOf('account'), trigger: z.enum(flowTriggers).default('after') })
    .superRefine(addProblems),
  response: dataOf(
    z.object({
      events: z.int(),
      passed: z.int(),
      failed: z.int(),
      /** The first failure of the script. */
      problem: z.object({ code: z.string(), message: z.string(), line: z.int().nullable() }).nullable(),
      /** Some of the newest events of both kinds. */
      samples: z.object({ passed: z.array(flowEvent), stopped: z.array(flowEvent) }),
    }),
  ),
  errors: ['ACCOUNT_NOT_FOUND', 'FLOW_SCRIPT_INVALID'],
});
