import { z } from 'zod';
import { dataOf, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { statuses, twinTypes } from './twin.ts';

const tag = 'favourites';

export const favouriteSizes = ['small', 'medium', 'large'] as const;
export type FavouriteSize = (typeof favouriteSizes)[number];

/** One's own, of objects that one may still see. */
export const favourite = z.object({
  id: z.int(),
  type: z.literal('twin'),
  size: z.enum(favouriteSizes),
  position: z.int(),
  twin: z.object({
    id: z.int(),
    title: z.string(),
    type: z.enum(twinTypes),
    icon: z.string(),
    status: z.enum(statuses),
    tenantName: z.string(),
  }),
});
export type Favourite = z.output<typeof favourite>;

export const listFavourites = defineRoute({
  method: 'GET',
  path: '/api/v1/favorites',
  tag,
  summary: 'The caller’s favourites in their order',
  permission: 'login',
  query: listQuery.omit({ sort: true, search: true }),
  response: listOf(favourite),
});

/** Again for the same object answers the favourite that stands already. */
export const createFavourite = defineRoute({
  method: 'POST',
  path: '/api/v1/favorites',
  tag,
  summary: 'Star an object',
  permission: 'DigitalTwin.list',
  body: z.object({ type: z.literal('twin'), twinId: idOf('twin') }),
  response: dataOf(favourite),
  status: 201,
  errors: ['DTWIN_NOT_FOUND', 'FAVOURITES_TOO_MANY'],
});

const params = z.object({ id: textIdOf('favourite') });

/** `position` counts from 0; the others move up or down. */
export const updateFavourite = defineRoute({
  method: 'PUT',
  path: '/api/v1/favorites/{id}',
  tag,
  summary: 'Resize or move a favourite',
  permission: 'login',
  params,
  body: z.object({ size: z.enum(favouriteSizes).optional(), position: z.int().min(0).max(999).optional() }),
  response: dataOf(favourite),
  errors: ['FAVOURITE_NOT_FOUND'],
});

export const deleteFavourite = defineRoute({
  method: 'DELETE',
  path: '/api/v1/favorites/{id}',
  tag,
  summary: 'Take the star away',
  permission: 'login',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['FAVOURITE_NOT_FOUND'],
});
