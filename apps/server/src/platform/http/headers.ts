import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const base = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
};

const policy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** Pages with maps may also load from the origins of the operator's map styles. */
const withMaps = (origins: readonly string[]) => ({
  ...base,
  'img-src': [base['img-src'], ...origins].join(' '),
  'connect-src': [base['connect-src'], ...origins].join(' '),
});

/** One policy per entry page; all other responses (API, downloads) may load nothing at all. */
const policies = (mapOrigins: readonly string[]): Record<string, string> => ({
  'index.html': policy({ ...withMaps(mapOrigins), 'frame-ancestors': "'none'" }),
  'public.html': policy({ ...withMaps(mapOrigins), 'frame-ancestors': '*' }),
  // Custom chart code runs in a blob worker, which inherits this policy: no network and no eval.
  'chart-frame.html': policy({
    'default-src': "'none'",
    sandbox: 'allow-scripts',
    'script-src': "'self'",
    'worker-src': 'blob:',
    'style-src': base['style-src'],
    'img-src': 'data: blob:',
    'font-src': "'self'",
    'connect-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
  }),
  // The service worker fetches on behalf of the pages.
  'service-worker.js': policy({ 'default-src': "'none'", 'connect-src': "'self'" }),
});
const closed = "default-src 'none'; frame-ancestors 'none'";

export function createSecurityPolicy(mapOrigins: readonly string[]): (file: string) => string {
  const known = policies(mapOrigins);
  return (file) => known[file] ?? closed;
}

/** Each page's policy controls framing, so helmet's own frame and content rules are off. */
const options = (https: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: false,
  crossOriginEmbedderPolicy: false,
  frameguard: false,
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
});

export async function registerHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, options(https));
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', closed);
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()');
  });
}
