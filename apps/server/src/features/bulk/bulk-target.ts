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

/** An object that bulk import can create. `Row` is one checked line of the list. */
export interface ImportTarget<S extends z.ZodType> extends BulkTarget {
  row: S;
  /**
   * Creates the objects of these rows, all or none, and returns their ids in this order. `isRepeated`: an earlier
   * attempt may have had effects outside the database.
   */
  create(
    ctx: Ctx,
    rows: readonly z.output<S>[],
    options: { isDryRun: boolean; isRepeated: boolean },
  ): Promise<number[]>;
  /** Removes an object that the import created; fails if that would lose something that came later. */
  remove(ctx: Ctx, id: number, row: z.output<S> | undefined): Promise<void>;
}
