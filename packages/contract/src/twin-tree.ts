import { z } from 'zod';
import { dataOf, listOf, maxPageSize } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { jsonFields } from './core/spec-list.ts';
import { statusBelow, statuses, twinCategories, twinFilter, twinListQuery, twinTag, twinTypes } from './twin.ts';

export const twinNode = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(twinTypes),
  category: z.enum(twinCategories),
  icon: z.string(),
  status: z.enum(statuses),
  disabled: z.boolean(),
  isFavourite: z.boolean(),
  tenantId: z.int(),
  /** Null for the topmost twins that the caller may see. */
  parentId: z.int().nullable(),
  /** Number of children that the caller may see. */
  childCount: z.int(),
  below: statusBelow,
  abilities: z.object({ update: z.boolean() }),
});
export type TwinNode = z.output<typeof twinNode>;

const page = z.object({
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(maxPageSize),
});

/** A JSON object in one query field, as the specification sends it. */
const childOptions = jsonFields(twinFilter.pick({ category: true }));

export const listTwinChildren = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/children/{id}',
  tag: twinTag,
  summary: 'Children of a twin by title',
  permission: 'DigitalTwin.list',
  params: z.object({ id: textIdOf('twin') }),
  query: page.extend({
    category: twinFilter.shape.category,
    user_id: twinListQuery.shape.user_id,
    /** The account of the twin; a twin of another one has no children here. */
    tenant_id: textIdOf('account').optional(),
    options: childOptions.optional(),
  }),
  response: listOf(twinNode),
  errors: ['DTWIN_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'USER_NOT_FOUND'],
});

/**
 * Without `search` and `openTo`: a page of the topmost twins. With `search` (or another filter): at most a hundred
 * matches with the path down to each. With `openTo`: the path down to that twin. Nodes of a path are ordered top down;
 * `matches` contains the requested ones.
 */
export const readPartialTree = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/partial-tree/',
  tag: twinTag,
  summary: 'The top of the tree, or the parts of it that lead to what is looked for',
  permission: 'DigitalTwin.list',
  query: page.extend({ ...twinFilter.shape, openTo: textIdOf('twin').optional() }),
  response: dataOf(
    z.object({
      nodes: z.array(twinNode),
      matches: z.array(z.int()),
      /** Number of the topmost twins, or of the matches. */
      total: z.int(),
      totalIsEstimate: z.boolean().optional(),
    }),
  ),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND', 'USER_NOT_FOUND'],
});
