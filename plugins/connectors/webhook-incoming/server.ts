import { timingSafeEqual } from 'node:crypto';
import { ConnectorProblem, defineConnectorServer, type HttpCaller } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

const one = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The key wherever the caller may have put it; of `Basic` it is the password. */
export function keyOf({ headers, query }: HttpCaller): string | undefined {
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
    ctx.acceptHttp((caller) => {
      const given = Buffer.from(keyOf(caller) ?? '');
      // How long a key is tells nothing; where it differs would.
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return { async stop() {} };
  },

  endpoints: ({ id }) => [{ name: 'url', value: `${publicUrl}/api/v1/webhook/${id}` }],
}));
