import { dataOf } from '@stellwerk/contract/core/envelope';
import { defineRoute } from '@stellwerk/contract/core/route';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log/log.ts';
import { addLeanRoute } from './lean-route.ts';

const base = {
  tag: 'test',
  summary: 'planted',
  method: 'POST',
  path: '/take',
  response: dataOf(z.object({})),
} as const;
const options = { intake: { refusal: () => undefined }, bodyLimitBytes: 100 };

describe('a lean route', () => {
  it.each([
    ['is not public', defineRoute({ ...base, permission: 'DigitalTwin.read', rawBody: true })],
    ['does not read bytes', defineRoute({ ...base, public: true })],
  ])('refuses to start when it %s', async (_name, route) => {
    const lean = { route, admit: () => {}, answer: async () => ({}) };
    await expect(addLeanRoute(Fastify(), lean, { ...options, log: createLog('silent') })).rejects.toThrow('POST /take');
  });
});
