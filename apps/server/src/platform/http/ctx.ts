import type { Language } from '@stellwerk/contract/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import type { ActivityNotes } from './activity.ts';

/** Who calls: a user by a session or (later) an API key, with everything the decision function needs. */
export interface Actor {
  userId: number;
  accountId: number;
  sessionId: number;
  email: string;
  grants: readonly Grant[];
  /** Cookies travel by themselves, so unsafe calls made with one must prove where they come from. */
  via: 'cookie' | 'bearer';
}

export interface PublicCtx {
  actor: Actor | undefined;
  db: Db;
  log: Log;
  requestId: string;
  language: Language;
  /** What the call's entry in the activity log tells beside what everybody's tells. */
  activity: ActivityNotes;
}

export interface Ctx extends PublicCtx {
  actor: Actor;
}

/** The few handlers that set cookies or stream need the exchange itself. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}
