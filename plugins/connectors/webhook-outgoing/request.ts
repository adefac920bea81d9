import { ConnectorProblem, type JsonValue, type ValidationContext } from '@stellwerk/plugin/connector-server';
import { headersOf } from '@stellwerk/plugin/http';
import { trustAlso } from '@stellwerk/plugin/trust';
import { z } from 'zod';
import type { manifest } from './manifest.ts';

export type Options = z.output<typeof manifest.options>;
type Configured = Pick<ValidationContext<Options>, 'options' | 'secrets'>;

const contentTypes = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
} as const;

const call = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  path: z.string().max(10_000).default(''),
  headers: z.array(z.string().max(5_000)).max(50).default([]),
  contentType: z.enum(['json', 'text', 'form']).default('json'),
  /** Text is sent as it is, other values as JSON. */
  body: z.json().default(''),
});

export function callIn(command: JsonValue): z.output<typeof call> {
  const parsed = call.safeParse(command);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? 'command');
  throw new ConnectorProblem('BRIDGE_COMMAND_INVALID', { field }, { isFinal: true });
}

/** Dot segments in any encoding (WHATWG URL, "double-dot URL path segment"). */
const isStep = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment);

/** Builds a URL below the connector's URL; a path can't lead to another host or folder. */
export function urlOf(base: string, path: string): string {
  const invalid = () => new ConnectorProblem('BRIDGE_COMMAND_INVALID', { field: 'path' }, { isFinal: true });
  if (/[\s\p{Cc}\\#]/u.test(path)) throw invalid();
  const [place = '', ...query] = path.split('?');
  const segments = place.replace(/^\/+/, '');
  if (segments.split('/').some(isStep)) throw invalid();
  const { origin, pathname } = new URL(base);
  const folder = segments === '' ? pathname : `${pathname.replace(/\/+$/, '')}/${segments}`;
  const url = URL.parse(`${origin}${folder}${query.length > 0 ? `?${query.join('?')}` : ''}`);
  if (!url || url.origin !== origin) throw invalid();
  return url.href;
}

/** Headers that contain the key, by authorization. */
function credentialsOf({ options, secrets }: Configured): string[] {
  const { secret = '' } = secrets;
  switch (options.authorization) {
    case 'none':
      return [];
    case 'basic':
      return [`authorization: Basic ${Buffer.from(`${options.username}:${secret}`).toString('base64')}`];
    case 'bearer':
      return [`authorization: Bearer ${secret}`];
    case 'header':
      return [`${options.headerName}: ${secret}`];
  }
}

/** Headers of the connector override those of the call, so that a rule can't replace the key. */
export function headersFor(configured: Configured, { headers, contentType }: z.output<typeof call>, hasBody: boolean) {
  return headersOf([
    ...(hasBody ? [`content-type: ${contentTypes[contentType]}`] : []),
    'user-agent: Stellwerk',
    ...headers,
    ...configured.options.headers,
    ...credentialsOf(configured),
  ]);
}

export const trustOf = ({ options, secrets }: Configured) => {
  const { caCertificate, clientCertificate } = options;
  const hasOwn = clientCertificate !== '' && secrets.clientKey;
  if (!caCertificate && !hasOwn) return {};
  return {
    tls: {
      ...(caCertificate ? { ca: trustAlso(caCertificate) } : {}),
      ...(hasOwn ? { cert: clientCertificate, key: secrets.clientKey } : {}),
    },
  };
};
