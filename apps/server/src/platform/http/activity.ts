import { idFields, idFromText, isId, valuesAt } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import type { ErrorCode } from '@stellwerk/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { AppError } from '../errors/app-error.ts';
import type { Actor } from './ctx.ts';
import type { Parts } from './gate.ts';

export interface ActivityObject {
  noun: string;
  id: number;
}

/** Who did what to which object, from where, and how it ended. */
export interface ActivityEntry {
  userId: number | null;
  accountId: number | null;
  sessionId: number | null;
  apiKeyId: number | null;
  impersonatorId: number | null;
  address: string;
  method: string;
  path: string;
  outcome: 'done' | 'refused';
  code: string | null;
  objects: ActivityObject[];
  details: Record<string, unknown>;
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
  objects: ActivityObject[];
  details: Record<string, unknown>;
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
export function createActivity(route: Route) {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? idFields(schema).map((field) => ({ ...field, part })) : [];
  });

  function objectsIn(parts: Parts): ActivityObject[] {
    return fields.flatMap(({ part, path, noun }) =>
      valuesAt(parts[part], path)
        .map((value) => (isId(value) ? value : idFromText(value)))
        .filter((id) => id !== undefined)
        // A bulk call may name thousands; the entry shows the first.
        .slice(0, 100)
        .map((id) => ({ noun: noun ?? '', id })),
    );
  }

  return function entryOf(request: FastifyRequest, notes: ActivityNotes, failure?: AppError): ActivityEntry {
    const { params, query, body } = request;
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
      objects: [...objectsIn({ params, query, body }), ...notes.objects],
      details: notes.details,
      requestId: request.id,
    };
  };
}
