import { idFields, valuesAt } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
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
  /** For sign-ins, whose caller is known only afterwards. */
  actor?: Pick<Actor, 'userId' | 'accountId'>;
  objects: ActivityObject[];
  details: Record<string, unknown>;
}

export const isChange = (route: Route): boolean => route.method !== 'GET' && !route.ingest;
export const isLogged = (route: Route): boolean => isChange(route) || route.logged === true;

/** Refusals worth an entry: somebody tried what they may not do. Mistyped values are not. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && [401, 403, 404, 429].includes(error.status);

/** Prepares the entries of a route: which fields hold ids is found once. */
export function createActivity(route: Route) {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? idFields(schema).map((field) => ({ ...field, part })) : [];
  });

  function objectsIn(parts: Parts): ActivityObject[] {
    return fields.flatMap(({ part, path, noun }) =>
      valuesAt(parts[part], path)
        .map(Number)
        .filter((id) => noun !== undefined && Number.isSafeInteger(id))
        // A bulk call may name thousands; the entry shows the first.
        .slice(0, 100)
        .map((id) => ({ noun: noun ?? '', id })),
    );
  }

  return function entryOf(request: FastifyRequest, notes: ActivityNotes, failure?: AppError): ActivityEntry {
    const { params, query, body } = request;
    const actor = request.actor ?? notes.actor;
    return {
      userId: actor?.userId ?? null,
      accountId: actor?.accountId ?? null,
      sessionId: request.actor?.sessionId ?? null,
      address: request.ip,
      method: route.method,
      path: route.path,
      outcome: failure ? 'refused' : 'done',
      code: failure?.code ?? null,
      objects: [...objectsIn({ params, query, body }), ...notes.objects],
      details: notes.details,
      requestId: request.id,
    };
  };
}
