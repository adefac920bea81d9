import { defineRoute } from '@stellwerk/contract/core/route';
import { z } from 'zod';
import { createLog } from '../../log/log.ts';
import type { Ctx } from '../ctx.ts';
import { createGate, type Parts } from '../gate.ts';
import type { SeenGuard } from '../nouns.ts';

export const ownId = 7;
export const foreignId = 98;

/** Creates a guard that confirms one id and records all ids that it was asked for. */
export function createGuard() {
  const asked: number[] = [];
  const guard: SeenGuard = {
    noun: 'twin',
    notFound: 'DTWIN_NOT_FOUND',
    async seenBy(_db, _actor, ids) {
      asked.push(...ids);
      return new Set(ids.filter((id) => id === ownId));
    },
  };
  return { asked, guards: new Map([['twin', guard]]) };
}

const actor = {
  userId: 1,
  accountId: 1,
  sessionId: 1,
  apiKeyId: null,
  impersonator: null,
  email: 'somebody@example.org',
  grants: [],
  via: 'bearer',
} as const;

export const ctx: Ctx = {
  actor,
  // The guard of these tests needs no database.
  db: {} as Ctx['db'],
  log: createLog('silent'),
  requestId: 'test',
  language: 'en',
  activity: { objects: [], details: {} },
  afterCommit: () => undefined,
};

export interface Shapes {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
}

export const nothing: Parts = { params: {}, query: {}, body: undefined };

export const routeOf = (shapes: Shapes) =>
  defineRoute({
    method: 'POST',
    path: '/x',
    tag: '',
    summary: '',
    permission: 'login',
    response: z.object({}),
    ...shapes,
  });

/** Processes a request like the server: raw values, schema, parsed values. Returns the input a handler would get. */
export async function pass(shapes: Shapes, raw: Partial<Parts>) {
  const { asked, guards } = createGuard();
  const gate = createGate(routeOf(shapes), guards);
  const whole = { ...nothing, ...raw };
  const known = await gate.checkNamed(ctx, whole);
  const parsed = Object.fromEntries(
    Object.entries(whole).map(([part, value]) => [part, shapes[part as keyof Parts]?.parse(value)]),
  );
  return { asked, input: await gate.checkParsed(ctx, parsed as Parts, known) };
}
