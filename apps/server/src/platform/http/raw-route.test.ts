import { dataOf } from '@stellwerk/contract/core/envelope';
import { defineRoute } from '@stellwerk/contract/core/route';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log/log.ts';
import { addRawRoute } from './raw-route.ts';

const base = {
  tag: 'test',
  summary: 'planted',
  method: 'POST',
  path: '/take',
  response: dataOf(z.object({})),
} as const;
const options = { intake: { refusal: () => undefined }, bodyLimitBytes: 100 };

describe('a raw route', () => {
  it.each([
    ['is not public', defineRoute({ ...base, permission: 'DigitalTwin.read', rawBody: true })],
    ['does not read bytes', defineRoute({ ...base, public: true })],
  ])('refuses to start when it %s', async (_name, route) => {
    const raw = { route, admit: () => {}, answer: async () => ({}) };
    await expect(addRawRoute(Fastify(), raw, { ...options, log: createLog('silent') })).rejects.toThrow('POST /take');
  });
});
