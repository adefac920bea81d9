import type { OwnProgram } from '@stellwerk/plugin/connector-sender';
import type { FastifyInstance } from 'fastify';

/** Maps wildcard addresses to loopback, because listening on all addresses includes it. */
const reachable = (address: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[address] ?? address;

/** The local address of this process's web server; undefined until it listens. */
export function ownProgram({ server }: FastifyInstance, certificate: Buffer | undefined): OwnProgram | undefined {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return undefined;
  const host = reachable(bound.address);
  const named = host.includes(':') ? `[${host}]` : host;
  return { httpUrl: `http${certificate ? 's' : ''}://${named}:${bound.port}`, certificate, host };
}
