import type { Route } from '@stellwerk/contract/core/route';
import type { Language } from '@stellwerk/contract/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import type { ActivityNotes } from './activity.ts';

/** Who calls: a user by a session or an API key, with everything the decision function needs. */
export interface Actor {
  userId: number;
  accountId: number;
  /** Null for calls with an API key. */
  sessionId: number | null;
  apiKeyId: number | null;
  /** Who really sits there, while somebody acts as this user. */
  impersonator: { id: number; name: string } | null;
  email: string;
  grants: readonly Grant[];
  /** Cookies travel by themselves, so unsafe calls made with one must prove where they come from. */
  via: 'cookie' | 'bearer' | 'apikey';
}

export interface PublicCtx {
  actor: Actor | undefined;
  db: Db;
  log: Log;
  requestId: string;
  language: Language;
  /** What the call's entry in the activity log tells beside what everybody's tells. */
  activity: ActivityNotes;
  /** Runs once the change is committed and before the answer; never when it failed. */
  afterCommit(work: () => unknown): void;
}

export interface Ctx extends PublicCtx {
  actor: Actor;
}

/** The few handlers that set cookies or stream need the exchange itself. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Headers of the answer that belong to the credential, such as the calls left of an API key. */
export type SetHeader = (name: string, value: string) => void;

/** Without `setHeader` it is a second look at a caller who is already in, and not counted as a call. */
export type Authenticate = (
  request: FastifyRequest,
  route: Pick<Route, 'method' | 'public' | 'path'>,
  setHeader?: SetHeader,
) => Promise<Actor | undefined>;
