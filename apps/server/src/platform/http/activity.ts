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

/** From the handler's note of a change to a mere mention: the strongest one decides whose log gets the entry. */
export const objectParts = ['changed', 'addressed', 'mentioned'] as const;

/** An object of a call, with its place as it was before the change. */
export interface PlacedObject extends ActivityObject {
  part?: (typeof objectParts)[number];
  scopePath?: string | undefined;
  /** It belongs to the caller and to no scope. */
  isOwn?: boolean;
}

/** A part of a change that concerns one object, and is shown only where that object is. */
export interface ActivityChange {
  object: ActivityObject;
  change: unknown;
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
  /** Further accounts whose log gets the entry. */
  alsoIn?: readonly number[];
  requestId: string;
}

/** Writes an entry; given the transaction of the change itself, so that neither exists without the other. */
export type RecordActivity = (db: Db, entry: ActivityEntry) => Promise<void>;

/** What a handler adds to the entry of its call. */
export interface ActivityNotes {
  /** For sign-ins, whose caller is known only afterwards: whoever the browser was signed in as before does not count. */
  actor?: { userId: number | null; accountId: number };
  /** Why it was refused, for calls that send a browser on instead of answering an error. */
  refused?: ErrorCode;
  /** Nothing happened that is worth an entry. */
  omit?: true;
  /** Objects that the call has created or changed, beside those that its path names. */
  objects: ActivityObject[];
  /** About the first of the objects, and about no object of another account. */
  details: Record<string, unknown>;
  changes?: readonly ActivityChange[];
  /** Further accounts whose log gets the entry, such as the one that an object has left. */
  alsoIn?: readonly number[];
}

export const isChange = (route: Route): boolean => route.method !== 'GET' && !route.ingest && !route.readOnly;
/** Changes, reads that say so, and whatever somebody does as another user, verify aside. */
export const isLogged = (route: Route, actor?: Actor): boolean =>
  isChange(route) ||
  route.logged === true ||
  (actor?.impersonator !== undefined && actor.impersonator !== null && !route.public);

/**
 * Refusals worth an entry: somebody tried what they may not do. Mistyped values are not, nor are calls that come too
 * fast or while locked out: what led to the lock stands there, and a flood must not fill the log.
 */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && [401, 403, 404].includes(error.status);

/** Prepares the entries of a route: which fields hold ids is found once. */
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

  /** Objects that the handler notes may be new, so their scopes are read after its work. */
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

  /** Whoever signs in, and whoever is refused, is noted in the account of the caller, so no places are needed. */
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
      alsoIn: notes.alsoIn ?? [],
      requestId: request.id,
    };
  };
}
