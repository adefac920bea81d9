import { timingSafeEqual } from 'node:crypto';
import { ConnectorProblem, defineConnectorServer, type HttpCaller } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

const one = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads the key from any supported place; for `Basic` it is the password. */
export function keyOf({ headers, query }: Pick<HttpCaller, 'headers' | 'query'>): string | undefined {
  const key = one(headers['x-api-key']);
  if (key) return key;
  const [scheme = '', credentials = ''] = (one(headers.authorization) ?? '').split(' ', 2);
  if (/^bearer$/i.test(scheme)) return one(credentials);
  if (/^basic$/i.test(scheme)) {
    const text = Buffer.from(credentials, 'base64').toString();
    return one(text.slice(text.indexOf(':') + 1));
  }
  return one(query.auth);
}

export const server = defineConnectorServer(manifest, ({ publicUrl }) => ({
  async start(ctx) {
    const { key } = ctx.secrets;
    if (!key) throw new ConnectorProblem('BRIDGE_SECRET_MISSING', { name: 'key' });
    const expected = Buffer.from(key);
    const { allowGet } = ctx.options;
    ctx.acceptHttp((caller) => {
      if (caller.method === 'GET' && !allowGet) return false;
      const given = Buffer.from(keyOf(caller) ?? '');
      // The length of a key is not secret, but the position of a difference is.
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return { async stop() {} };
  },

  endpoints: ({ id }) => [{ name: 'url', value: `${publicUrl}/api/v1/webhook/${id}` }],
}));
