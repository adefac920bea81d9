import type { NounName } from '@stellwerk/contract/core/id';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { ErrorCode, ErrorParams } from '@stellwerk/contract/errors';
import type { Db } from '../db/db.ts';
import type { Actor } from './ctx.ts';

/** Codes that need no parameters: a foreign id must look exactly like one that does not exist. */
type PlainCode = { [C in ErrorCode]: keyof ErrorParams<C> extends never ? C : never }[ErrorCode];

interface GuardBase {
  noun: NounName;
  /** `OBJECT_NOT_FOUND` with the noun where the specification names no code. */
  notFound?: PlainCode;
}

/** Objects that lie in a scope: the route's permission must hold there. */
export interface ScopedGuard extends GuardBase {
  scopesOf(db: Db, ids: number[]): Promise<Map<number, string>>;
  /** Whoever holds this at the object's scope may know that it exists, and gets 403 instead of 404. */
  seenWith: PermissionRule;
  /** Routes that ask for a sign-in alone let everybody at what is their own, whatever the roles say. */
  ownersOf?(db: Db, ids: number[]): Promise<Map<number, number>>;
}

/** Objects that belong to one user, whatever the roles say. */
export interface OwnedGuard extends GuardBase {
  scopesOf?: never;
  ownersOf(db: Db, ids: number[]): Promise<Map<number, number>>;
}

/** Objects that are seen by a rule of their own. */
export interface SeenGuard extends GuardBase {
  scopesOf?: never;
  ownersOf?: never;
  /** Those of the ids that the caller may know of. */
  seenBy(db: Db, actor: Actor, ids: number[]): Promise<ReadonlySet<number>>;
}

export type NounGuard = ScopedGuard | OwnedGuard | SeenGuard;
