import type { FavouriteOf, FavouriteType, NewFavourite } from '@stellwerk/contract/favourite';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint } from '../../platform/feature/port.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { VisibleRows } from '../../platform/tenancy/scoped-from.ts';

/** The column that references the object; the field of a request has the same name. */
export type FavouriteColumn = `${FavouriteType}Id`;

export const columnOf = (type: FavouriteType): FavouriteColumn => `${type}Id`;

export function objectIdOf(body: NewFavourite): number | undefined {
  const fields: Partial<Record<FavouriteColumn, number>> = body;
  return fields[columnOf(body.type)];
}

export type Subject = { [T in FavouriteType]: Pick<FavouriteOf<T>, 'type' | 'object'> }[FavouriteType];

/** A kind of object that can be starred; its feature adds it to `favouriteKinds`. */
export interface FavouriteKind {
  type: FavouriteType;
  notFound:
    | 'DTWIN_NOT_FOUND'
    | 'DTWIN_STATE_NOT_FOUND'
    | 'DASHBOARD_NOT_FOUND'
    | 'RULE_NOT_FOUND'
    | 'BRIDGE_NOT_FOUND'
    | 'DEVICEDRIVER_NOT_FOUND';
  visibleTo(actor: Actor): VisibleRows;
  /** Reads the data of tiles. The ids are those of visible objects. */
  read(db: Db, ids: number[], actor: Actor): Promise<Subject[]>;
}

export const favouriteKinds = defineExtensionPoint<FavouriteKind>('kinds of favourites');
