import websocket from '@fastify/websocket';
import { livePath } from '@stellwerk/contract/live';
import type { FastifyInstance } from 'fastify';
import { fail } from '../errors/app-error.ts';
import type { Authenticate } from '../http/ctx.ts';
import type { IsOwnOrigin } from '../http/origin.ts';
import type { Live } from './live.ts';

interface RegisterOptions {
  live: Live;
  authenticate: Authenticate;
  isOwnOrigin: IsOwnOrigin;
}

const maxMessageBytes = 4_096;

/** Adds the live connection to an app, with the authentication of all other calls, checked before the upgrade. */
export async function registerLive(
  app: FastifyInstance,
  { live, authenticate, isOwnOrigin }: RegisterOptions,
): Promise<void> {
  const route = { method: 'GET', path: livePath } as const;
  // Must run before the plug-in's own hook, which closes connections without a reason.
  app.addHook('preClose', async () => live.stop());
  // Frames are shared between clients, so they cannot be compressed per client.
  await app.register(websocket, { options: { maxPayload: maxMessageBytes, perMessageDeflate: false } });
  app.route({
    method: 'GET',
    url: livePath,
    websocket: true,
    config: { declaredPath: livePath },
    onRequest: async (request, reply) => {
      const setHeader = (name: string, value: string) => void reply.header(name, value);
      const actor = (await authenticate(request, route, setHeader)) ?? fail('AUTH_TOKEN_NOT_FOUND');
      // Browsers let any page open a WebSocket and attach our cookie.
      if (actor.via === 'cookie' && !(await isOwnOrigin(request))) fail('ORIGIN_NOT_ALLOWED');
      request.actor = actor;
    },
    handler: (socket, request) => {
      const { actor } = request;
      if (!actor) return socket.close();
      live.open({ socket, stream: request.raw.socket, actor, renew: () => authenticate(request, route) });
    },
  });
}
