import type { IncomingMessage } from 'node:http';
import { livePath } from '@stellwerk/contract/live';
import type { FastifyInstance } from 'fastify';

/**
 * Node takes the socket of an upgraded request out of its own care, so that nothing but the new owner ever closes it.
 * Only the live connection has such an owner; every other request to switch protocols is served as a plain request.
 */
export const isLiveUpgrade = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  url.split('?', 1)[0]?.replace(/\/$/, '') === livePath;

/** Node's parser drops the bytes behind a request to switch protocols, so its connection must not be used again. */
export function closeAfterRefusedUpgrades(app: FastifyInstance): void {
  app.server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}
