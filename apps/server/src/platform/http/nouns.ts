import type { NounName } from '@stellwerk/contract/core/id';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { ErrorCode, ErrorParams } from '@stellwerk/contract/errors';
import type { Db } from '../db/db.ts';

/** Codes that need no parameters: a foreign id must look exactly like one that does not exist. */
type PlainCode = { [C in ErrorCode]: keyof ErrorParams<C> extends never ? C : never }[ErrorCode];

interface GuardBase {
  noun: NounName;
  notFound: PlainCode;
}

/** Objects that lie in a scope: the route's permission must hold there. */
export interface ScopedGuard extends GuardBase {
  scopesOf(db: Db, ids: number[]): Promise<Map<number, string>>;
  /** Whoever holds this at the object's scope may know that it exists, and gets 403 instead of 404. */
  seenWith: PermissionRule;
}

/** Objects that belong to one user, whatever the roles say. */
export interface OwnedGuard extends GuardBase {
  ownersOf(db: Db, ids: number[]): Promise<Map<number, number>>;
}

export type NounGuard = ScopedGuard | OwnedGuard;
