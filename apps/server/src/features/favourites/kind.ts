import type { FavouriteOf, FavouriteType, NewFavourite } from '@stellwerk/contract/favourite';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint } from '../../platform/feature/port.ts';
import type { Actor } from '../../platform/http/ctx.ts';

/** The column that names the object, and so does the field of a request. */
export type FavouriteColumn = `${FavouriteType}Id`;

/** What a favourite tells of its object. */
export type Subject = { [T in FavouriteType]: Pick<FavouriteOf<T>, 'type' | 'object'> }[FavouriteType];

/** A kind of object that can be starred; its feature adds it to `favouriteKinds`. */
export interface FavouriteKind {
  type: FavouriteType;
  column: FavouriteColumn;
  notFound:
    | 'DTWIN_NOT_FOUND'
    | 'DTWIN_STATE_NOT_FOUND'
    | 'DASHBOARD_NOT_FOUND'
    | 'RULE_NOT_FOUND'
    | 'BRIDGE_NOT_FOUND'
    | 'DEVICEDRIVER_NOT_FOUND';
  /** The object that a request is about, if it is one of this kind. */
  idIn(body: NewFavourite): number | undefined;
  /** Those of the ids that the caller may see, by id. */
  find(db: Db, actor: Actor, ids: number[]): Promise<ReadonlyMap<number, Subject>>;
}

export const favouriteKinds = defineExtensionPoint<FavouriteKind>('kinds of favourites');

/** What a tile shows of each row. */
export const byId = <Row extends { id: number }>(
  rows: readonly Row[],
  toSubject: (row: Row) => Subject,
): ReadonlyMap<number, Subject> => new Map(rows.map((row) => [row.id, toSubject(row)]));
