import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';
import { statuses } from './twin.ts';

/** What can be found, in the order in which equally good finds are shown. */
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
  /** Where it is or what it is called elsewhere: its account, the way to it, its identifier. May be empty. */
  subtitle: z.string(),
  status: z.enum(statuses).nullable(),
  /** Of its screen in the web client, such as `/digitaltwin-mgmt/7`. */
  path: z.string(),
});
export type SearchHit = z.output<typeof searchHit>;

export const searchGroup = z.object({
  type: z.enum(searchTypes),
  /** The best first. */
  hits: z.array(searchHit),
  hasMore: z.boolean(),
});
export type SearchGroup = z.output<typeof searchGroup>;

export const searchResult = z.object({
  /** Those with hits; the one with the best of them first. */
  groups: z.array(searchGroup),
  /** Kinds that took too long or failed. The others are complete without them. */
  missing: z.array(z.enum(searchTypes)),
  /** No word has three letters: only ids and the beginnings of titles were looked at. */
  beginningsOnly: z.boolean(),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchTextLimit = 200;

/** One text over everything that the caller may open. Kinds without a permission are not asked at all. */
export const searchEverything = defineRoute({
  method: 'GET',
  path: '/api/v1/search',
  tag: 'search',
  summary:
    'Twins, devices, dashboards, states, rules, connectors, drivers, accounts and users by title, identifier or id; every word must occur',
  permission: 'login',
  query: z.object({
    text: z.string().trim().min(1).max(searchTextLimit),
    /** Of each kind. */
    limit: z.coerce.number().int().min(1).max(20).default(5),
  }),
  response: dataOf(searchResult),
});
