import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { contentTypes, flowTag } from './flow-event.ts';
import { longestScript } from './flow-filter.ts';

/**
 * jsonata: the input is the document. javascript: the body of a function with `meta`, `value` and `data`, the whole
 * input. A result of null or undefined drops the message.
 */
export const transformerTypes = ['jsonata', 'javascript'] as const;
export type TransformerType = (typeof transformerTypes)[number];

const script = z
  .string()
  .max(longestScript)
  .refine((text) => text.trim() !== '');

export const transformerFields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2_000).default(''),
  type: z.enum(transformerTypes),
  inputType: z.enum(contentTypes),
  outputType: z.enum(contentTypes),
  script,
  /** The example that its author tried it with, as text. */
  testValue: z.string().max(65_536).default(''),
};

export const newTransformer = z.object({ ...transformerFields, tenantId: idOf('account') });
/** The account stays as it is. */
export const transformerChange = z.object(transformerFields);

export const flowTransformer = transformerChange.extend({
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  /** Names of the flows that use it. */
  flows: z.array(z.string()),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type FlowTransformer = z.output<typeof flowTransformer>;

const sorts = ['name', 'type', 'createdAt', 'updatedAt'] as const;
export type TransformerSort = (typeof sorts)[number];
export const transformerListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
  type: z.enum(transformerTypes).optional(),
});

export const listTransformers = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/transformer',
  tag: flowTag,
  summary: 'Transformers of the accounts that the caller administers',
  permission: 'all.manage',
  query: transformerListQuery,
  response: listOf(flowTransformer),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const saveErrors = ['FLOW_TRANSFORMER_DUPLICATE_NAME', 'FLOW_SCRIPT_INVALID'] as const;

export const createTransformer = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/transformer',
  tag: flowTag,
  summary: 'Create a transformer; its account stays as it is',
  permission: 'all.manage',
  body: newTransformer,
  response: dataOf(flowTransformer),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', ...saveErrors],
});

const params = z.object({ id: textIdOf('flowTransformer') });

export const readTransformer = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/transformer/{id}',
  tag: flowTag,
  summary: 'A transformer',
  permission: 'all.manage',
  params,
  response: dataOf(flowTransformer),
  errors: ['FLOW_TRANSFORMER_NOT_FOUND'],
});

export const updateTransformer = defineRoute({
  method: 'PUT',
  path: '/api/v1/consumer/transformer/{id}',
  tag: flowTag,
  summary: 'Change a transformer, and with it all flows that use it',
  permission: 'all.manage',
  params,
  body: transformerChange,
  response: dataOf(flowTransformer),
  errors: ['FLOW_TRANSFORMER_NOT_FOUND', 'FLOW_CONTENT_TYPES', ...saveErrors],
});

export const deleteTransformer = defineRoute({
  method: 'DELETE',
  path: '/api/v1/consumer/transformer/{id}',
  tag: flowTag,
  summary: 'Delete a transformer that no flow uses',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ id: z.int() })),
  errors: ['FLOW_TRANSFORMER_NOT_FOUND', 'FLOW_TRANSFORMER_IN_USE'],
});

/** Nothing is stored or sent. A failure is an error of the call; `issues` contains the line of the script. */
export const testTransformer = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/transformer/test/',
  tag: flowTag,
  summary: 'Run a transformation on an example',
  permission: 'all.manage',
  readOnly: true,
  body: z.object({
    accountId: idOf('account'),
    type: transformerFields.type,
    inputType: transformerFields.inputType,
    outputType: transformerFields.outputType,
    script,
    /** JSON for `generic` and `application/json`, otherwise any text. */
    payload: z.string().max(262_144),
  }),
  response: dataOf(
    z.object({
      /** As a connector would receive it. Null: the script dropped the message. */
      result: z.string().nullable(),
      logs: z.array(z.string()),
      durationMs: z.number(),
      /** The time that the script has for a message of a running flow. */
      liveLimitMs: z.number(),
    }),
  ),
  errors: [
    'ACCOUNT_NOT_FOUND',
    'DS_TRANSFORMER_INVALID_INPUT',
    'DS_TRANSFORMER_INVALID_OUTPUT',
    'DS_TRANSFORMER_EXEC_ERROR',
  ],
});
