import { dataOf } from '@stellwerk/contract/core/envelope';
import { defineRoute } from '@stellwerk/contract/core/route';
import { metrics } from '@stellwerk/contract/system';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Config } from '../config/config.ts';
import type { RawRoute } from './raw-route.ts';

const take: RawRoute = {
  route: defineRoute({
    tag: 'test',
    summary: 'planted',
    method: 'POST',
    path: '/api/v1/take/{id}',
    params: z.object({ id: z.string() }),
    public: true,
    rawBody: true,
    response: dataOf(z.object({ bytes: z.number() })),
  }),
  admit() {},
  answer: async ({ body }) => ({ data: { bytes: body.length } }),
};

let server: TestServer | undefined;
afterEach(() => server?.close());

/** Makes two posts and another call, and returns the metrics after them. */
async function use(httpFastPath: Config['httpFastPath']) {
  const config = { trustProxy: [], publicUrl: undefined, tls: undefined, metricsToken: undefined, httpFastPath };
  server = await startTestServer({ config, extraRoutes: [take] });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  for (const body of ['{}', '[1]']) {
    const answer = await fetch(`${address}/api/v1/take/7`, { method: 'POST', body });
    expect(await answer.json()).toEqual({ data: { bytes: body.length } });
  }
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
  const figures = String((await server.call(metrics, {})).body);
  const figure = (name: string) =>
    Number(new RegExp(`^stellwerk_http_fast_path_${name}_total (\\d+)$`, 'm').exec(figures)?.[1]);
  return { requests: figure('requests'), passedOn: figure('passed_on') };
}

describe('the fast path of the server', () => {
  it('answers posts to raw routes, and /metrics counts them and the connections that are passed on', async () => {
    expect(await use('on')).toEqual({ requests: 2, passedOn: 1 });
  });

  it('is left out with HTTP_FAST_PATH=off, and the answers stay the same', async () => {
    expect(await use('off')).toEqual({ requests: 0, passedOn: 0 });
  });
});
