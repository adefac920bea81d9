import type { ErrorCode } from '@stellwerk/contract/errors';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Fields } from './bulk.table.ts';

/** A kind of objects that the bulk engine changes, creates and restores, such as virtual devices. */
export interface BulkTarget {
  /** Begins the names of the job kinds, and is the resource of the jobs. */
  resource: string;
  notFound: ErrorCode;
  /** The fields that bulk jobs may change or set, of all of these objects that exist. */
  read(db: Db, ids: readonly number[]): Promise<Map<number, Fields>>;
}

/** An object that bulk edit can change. `Change` is what the user configures once for the whole selection. */
export interface EditTarget<S extends z.ZodType> extends BulkTarget {
  change: S;
  /** Fails if the change is not possible for this selection as a whole. */
  checkSelection(ctx: Ctx, ids: readonly number[], change: z.output<S>): Promise<void>;
  /** Changes one object with the permissions of the actor. */
  apply(ctx: Ctx, id: number, change: z.output<S>): Promise<void>;
  /** Sets fields to values that `read` returned earlier. */
  restore(ctx: Ctx, id: number, fields: Fields): Promise<void>;
}

export interface CreateOptions {
  isDryRun: boolean;
  /** An earlier attempt may have had effects outside the database. */
  isRepeated: boolean;
}

/**
 * An object that bulk import can create. `Common` is what the user defines once for the list, `Row` one checked line of
 * it.
 */
export interface ImportTarget<C extends z.ZodType, R extends z.ZodType> extends BulkTarget {
  common: C;
  row: R;
  /** Rows with effects outside the database get a transaction of their own. */
  isAlone(row: z.output<R>): boolean;
  /** Creates the objects of these rows, all or none, and returns their ids in this order. */
  create(
    ctx: Ctx,
    common: z.output<C>,
    rows: readonly z.output<R>[],
    options: CreateOptions,
  ): Promise<readonly number[]>;
  /** Removes an object that the import created from this row; fails if that would lose something that came later. */
  remove(ctx: Ctx, id: number, row: z.output<R>): Promise<void>;
  /** Removes several objects with few statements; false if one of them has to be looked at alone. */
  removeAll?(ctx: Ctx, items: readonly { id: number; row: z.output<R> }[]): Promise<boolean>;
}
