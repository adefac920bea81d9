import type { Route } from '@stellwerk/contract/core/route';
import type { Language } from '@stellwerk/contract/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import type { ActivityNotes } from './activity.ts';

/** The caller: a user, authenticated by a session or an API key, with all data that the policy needs to decide. */
export interface Actor {
  userId: number;
  accountId: number;
  /** Null for calls with an API key. */
  sessionId: number | null;
  apiKeyId: number | null;
  /** An API key with fewer permissions than its user. It owns what it created itself, not everything of its user. */
  isNarrowed?: boolean;
  /** The real user behind the session while somebody impersonates this user. */
  impersonator: { id: number; name: string } | null;
  email: string;
  grants: readonly Grant[];
  /** Browsers attach cookies automatically, so unsafe calls authenticated by a cookie must prove their origin. */
  via: 'cookie' | 'bearer' | 'apikey';
}

export interface PublicCtx {
  actor: Actor | undefined;
  db: Db;
  log: Log;
  requestId: string;
  language: Language;
  /** Data that the handler adds to the call's entry in the activity log. */
  activity: ActivityNotes;
  /** Runs after the change is committed and before the response is sent; never runs if the change failed. */
  afterCommit(work: () => unknown): void;
}

export interface Ctx extends PublicCtx {
  actor: Actor;
}

/** The raw request and reply, for the few handlers that set cookies or stream. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sets response headers that depend on the credential, such as the remaining calls of an API key. */
export type SetHeader = (name: string, value: string) => void;

/** A call without `setHeader` checks an already admitted caller again and does not count towards the rate limit. */
export type Authenticate = (
  request: FastifyRequest,
  route: Pick<Route, 'method' | 'public' | 'path'>,
  setHeader?: SetHeader,
) => Promise<Actor | undefined>;
