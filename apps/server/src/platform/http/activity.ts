import { idFields, idFromText, isId, valuesAt } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import type { ErrorCode } from '@stellwerk/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { AppError } from '../errors/app-error.ts';
import type { Actor } from './ctx.ts';
import type { CheckedIds, Parts } from './gate.ts';
import type { NounGuard } from './nouns.ts';

export interface ActivityObject {
  noun: string;
  id: number;
}

/** From strong to weak: noted by the handler, named in the path, mentioned. The strongest decides whose log is used. */
export const objectParts = ['changed', 'addressed', 'mentioned'] as const;

/** An object of a call, with its scope as it was before the change. */
export interface PlacedObject extends ActivityObject {
  part?: (typeof objectParts)[number];
  scopePath?: string | undefined;
  /** The object belongs to the caller and to no scope. */
  isOwn?: boolean;
}

/** The part of a change that concerns one object; it is shown only to readers who may see that object. */
interface ActivityChange {
  object: ActivityObject;
  change: unknown;
}

/** Objects of a bulk call. The entry of each account gets the number of its own objects as a detail of this name. */
interface CountedObjects {
  as: string;
  objects: readonly ActivityObject[];
}

/** Who did what to which object, from where, and how it ended. */
export interface ActivityEntry {
  userId: number | null;
  /** The account of the caller, whose log gets the entry unless an object belongs to another account. */
  accountId: number | null;
  sessionId: number | null;
  apiKeyId: number | null;
  impersonatorId: number | null;
  address: string;
  method: string;
  path: string;
  outcome: 'done' | 'refused';
  code: string | null;
  objects: PlacedObject[];
  details: Record<string, unknown>;
  changes?: readonly ActivityChange[];
  counted?: CountedObjects | undefined;
  /** Further accounts whose log gets the entry. */
  alsoIn?: readonly number[];
  requestId: string;
}

/** Writes an entry in the transaction of the change itself, so that neither is ever committed without the other. */
export type RecordActivity = (db: Db, entry: ActivityEntry) => Promise<void>;

/** Data that a handler adds to the activity entry of its call. */
export interface ActivityNotes {
  /** Set by sign-ins, whose caller is known only afterwards. Overrides the user of an earlier browser session. */
  actor?: { userId: number | null; accountId: number };
  /** The reason of a refusal, for calls that redirect the browser instead of responding with an error. */
  refused?: ErrorCode;
  /** Suppresses the entry because nothing worth logging happened. */
  omit?: true;
  /** Objects that the call created or changed, in addition to the objects named in its path. */
  objects: ActivityObject[];
  /** Details of the first object; they must not describe an object of another account. */
  details: Record<string, unknown>;
  changes?: readonly ActivityChange[];
  counted?: CountedObjects;
  /** Further accounts whose log gets the entry, such as the account from which an object was moved. */
  alsoIn?: readonly number[];
}

export const isChange = (route: Route): boolean => route.method !== 'GET' && !route.ingest && !route.readOnly;
/** Logged are changes, reads that declare `logged`, and every call to a non-public route during impersonation. */
export const isLogged = (route: Route, actor?: Actor): boolean =>
  isChange(route) ||
  route.logged === true ||
  (actor?.impersonator !== undefined && actor.impersonator !== null && !route.public);

/**
 * Only attempts to do something forbidden are logged as refusals. Validation errors, rate limits and lockouts are not:
 * the attempts that caused a lockout are logged already, and a flood of calls must not fill the log.
 */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && [401, 403, 404].includes(error.status);

/** Prepares the entries of a route. The fields that hold ids are determined once, not per request. */
export function createActivity(route: Route, guards: ReadonlyMap<string, NounGuard>) {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? idFields(schema).map((field) => ({ ...field, part })) : [];
  });

  function objectsIn(parts: Parts, checked: CheckedIds | undefined): PlacedObject[] {
    return fields.flatMap(({ part, path, noun }) =>
      valuesAt(parts[part], path)
        .map((value) => (isId(value) ? value : idFromText(value)))
        .filter((id) => id !== undefined)
        .map((id) => ({
          noun: noun ?? '',
          id,
          part: part === 'params' ? 'addressed' : 'mentioned',
          scopePath: noun && checked?.get(noun)?.get(id),
        })),
    );
  }

  /** Objects noted by the handler may be new, so their scopes are loaded after the handler has run. */
  async function placeNoted(db: Db, noted: readonly ActivityObject[]): Promise<PlacedObject[]> {
    const placed: PlacedObject[] = [];
    for (const [noun, objects] of Map.groupBy(noted, (object) => object.noun)) {
      const guard = guards.get(noun);
      const ids = objects.map(({ id }) => id);
      const scopes = await guard?.scopesOf?.(db, ids);
      const isOwn = guard !== undefined && guard.scopesOf === undefined && guard.ownersOf !== undefined;
      placed.push(...ids.map((id) => ({ noun, id, part: 'changed' as const, scopePath: scopes?.get(id), isOwn })));
    }
    return placed;
  }

  /** Sign-ins and refusals are logged in the account of the caller, so the scopes of their objects are not needed. */
  async function objectsOf(db: Db, request: FastifyRequest, notes: ActivityNotes, isPlaced: boolean) {
    const { params, query, body } = request;
    const named = objectsIn({ params, query, body }, isPlaced ? request.checkedIds : undefined);
    return [...named, ...(isPlaced ? await placeNoted(db, notes.objects) : notes.objects)];
  }

  return async function entryOf(
    db: Db,
    request: FastifyRequest,
    notes: ActivityNotes,
    failure?: AppError,
  ): Promise<ActivityEntry> {
    const caller = notes.actor ? undefined : request.actor;
    const actor = notes.actor ?? request.actor;
    const code = failure?.code ?? notes.refused ?? null;
    return {
      userId: actor?.userId ?? null,
      accountId: actor?.accountId ?? null,
      sessionId: caller?.sessionId ?? null,
      apiKeyId: caller?.apiKeyId ?? null,
      impersonatorId: caller?.impersonator?.id ?? null,
      address: request.address,
      method: route.method,
      path: route.path,
      outcome: code === null ? 'done' : 'refused',
      code,
      objects: await objectsOf(db, request, notes, caller !== undefined && code === null),
      details: notes.details,
      changes: notes.changes ?? [],
      counted: notes.counted,
      alsoIn: notes.alsoIn ?? [],
      requestId: request.id,
    };
  };
}
