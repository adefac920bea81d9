import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';
import { statuses } from './twin.ts';

/** Kinds of objects that can be found; equally good hits are sorted in this order. */
export const searchTypes = [
  'twin',
  'device',
  'dashboard',
  'state',
  'rule',
  'connector',
  'driver',
  'account',
  'user',
] as const;
export type SearchType = (typeof searchTypes)[number];

export const searchHit = z.object({
  type: z.enum(searchTypes),
  id: z.int(),
  title: z.string(),
  /** Location or other name of the object: account, path or identifier. May be empty. */
  subtitle: z.string(),
  status: z.enum(statuses).nullable(),
  /** Path of its screen in the web client, such as `/digitaltwin-mgmt/7`. */
  path: z.string(),
});
export type SearchHit = z.output<typeof searchHit>;

export const searchGroup = z.object({
  type: z.enum(searchTypes),
  /** Best hit first. */
  hits: z.array(searchHit),
  hasMore: z.boolean(),
});
export type SearchGroup = z.output<typeof searchGroup>;

export const searchResult = z.object({
  /** Kinds with hits; the kind with the best hit first. */
  groups: z.array(searchGroup),
  /** Kinds that took too long or failed. The results of the other kinds are complete. */
  missing: z.array(z.enum(searchTypes)),
  /** No word has three letters, so only ids and beginnings of titles were searched. */
  beginningsOnly: z.boolean(),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchTextLimit = 200;

/** Full search over all objects that the caller may open. Kinds without permission are not queried. */
export const searchEverything = defineRoute({
  method: 'GET',
  path: '/api/v1/search',
  tag: 'search',
  summary:
    'Twins, devices, dashboards, states, rules, connectors, drivers, accounts and users by title, identifier or id; every word must occur',
  permission: 'login',
  query: z.object({
    text: z.string().trim().min(1).max(searchTextLimit),
    /** Maximum number of hits of each kind. */
    limit: z.coerce.number().int().min(1).max(20).default(5),
  }),
  response: dataOf(searchResult),
});
