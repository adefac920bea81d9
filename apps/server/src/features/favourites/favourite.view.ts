import { QueryBuilder } from 'drizzle-orm/pg-core';
import { favourites } from './favourite.table.ts';

/** The favourites of users, for features that show or filter by them. */
export const favouriteView = new QueryBuilder()
  .select({ userId: favourites.userId, twinId: favourites.twinId, dashboardId: favourites.dashboardId })
  .from(favourites)
  .as('favourite');
