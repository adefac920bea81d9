import type { NounName } from '@stellwerk/contract/core/id';
import type { PermissionRule, Subject } from '@stellwerk/contract/core/permission';
import type { ErrorCode, ErrorParams } from '@stellwerk/contract/errors';
import type { Db } from '../db/db.ts';
import type { Actor } from './ctx.ts';

/** Codes without parameters, so that the error for a foreign id is identical to the error for a missing one. */
type PlainCode = { [C in ErrorCode]: keyof ErrorParams<C> extends never ? C : never }[ErrorCode];

interface GuardBase {
  noun: NounName;
  /** Defaults to `OBJECT_NOT_FOUND` with the noun, for nouns without a code in the specification. */
  notFound?: PlainCode;
}

/** Guards objects that lie in a scope: the caller needs the route's permission at that scope. */
export interface ScopedGuard extends GuardBase {
  scopesOf(db: Db, ids: number[]): Promise<Map<number, string>>;
  /** Callers with this permission at the object's scope may know that it exists: they get 403 instead of 404. */
  seenWith: PermissionRule;
  /** On routes with `narrowed`, permissions of this subject count only for the objects that `ids` returns. */
  narrowed?: { subject: Subject; ids(db: Db, ids: number[]): Promise<ReadonlySet<number>> };
  /** On routes that require only a login, users may access their own objects regardless of their roles. */
  ownersOf?(db: Db, ids: number[]): Promise<Map<number, number>>;
  /**
   * The API keys that created objects. A narrowed key may access only these as its own; `all` for objects that are the
   * user themselves. Absent: none.
   */
  keysOf?: 'all' | ((db: Db, ids: number[]) => Promise<ReadonlyMap<number, number | null>>);
}

/** Guards objects that belong to one user, regardless of roles. */
export interface OwnedGuard extends GuardBase {
  scopesOf?: never;
  ownersOf(db: Db, ids: number[]): Promise<Map<number, number>>;
}

/** Guards objects whose visibility follows a custom rule. */
export interface SeenGuard extends GuardBase {
  scopesOf?: never;
  ownersOf?: never;
  /** Returns the subset of the ids that the caller may see. */
  seenBy(db: Db, actor: Actor, ids: number[]): Promise<ReadonlySet<number>>;
}

export type NounGuard = ScopedGuard | OwnedGuard | SeenGuard;
