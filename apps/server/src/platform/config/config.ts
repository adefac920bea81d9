import { resolve } from 'node:path';
import { z } from 'zod';
import { connectorPluginsDir, declaredListeners } from '../listeners/declared.ts';
import { mapSettings } from './map-styles.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const cidrList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const schema = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUST_PROXY: cidrList,
  HTTP_FAST_PATH: z.enum(['on', 'off']).default('on'),
  EGRESS_ALLOW: cidrList,
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ADMIN_EMAIL: z.email().default('admin@stellwerk.local'),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  /** `small` is a tenth of it with a few days, for a quick look. */
  DEMO: z.enum(['on', 'off', 'small']).default('on'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SECRET_KEY: z.string().min(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  METRICS_TOKEN: z.string().min(16).optional(),
  MAP_STYLES: mapSettings,
  GEOCODE_URL: z.url({ protocol: /^https?$/ }).optional(),
  INGEST_QUEUE: z.coerce.number().int().min(100).max(10_000_000).default(20_000),
  INGEST_ACCOUNT_SHARE: z.coerce.number().min(0.01).max(1).default(0.5),
});

/** Ports that manifests of plug-ins declare, by their environment variable. */
async function listenerSchema(pluginsDir: string) {
  const listeners = await declaredListeners(pluginsDir);
  return z.object(
    Object.fromEntries(
      listeners.map(({ setting, defaultPort }) => [
        setting,
        defaultPort === undefined ? port.optional() : port.default(defaultPort),
      ]),
    ),
  );
}

/** All environment variables that have an effect; the operating guide lists them. */
export const environmentNames = async (pluginsDir = connectorPluginsDir): Promise<string[]> => [
  ...Object.keys(schema.shape),
  ...Object.keys((await listenerSchema(pluginsDir)).shape),
];

export type Environment = Record<string, string | undefined>;
export type Config = Awaited<ReturnType<typeof loadConfig>>;

/** An invalid environment value that stops the start; the operator sees only its message. */
export class ConfigError extends Error {}

const prefixes = [
  'TLS_',
  'HTTP_FAST',
  'EGRESS_',
  'ADMIN_',
  'SMTP_',
  'MAIL_',
  'METRICS_',
  'MAP_',
  'GEOCODE_',
  'INGEST_',
];

/** Finds an unknown name with a known prefix, which is probably a typing error. */
function misspelt(env: Environment, ports: readonly string[]): string | undefined {
  const ours = [...prefixes, ...ports.map((setting) => setting.replace(/PORT$/, ''))];
  const isKnown = (name: string) => Object.hasOwn(schema.shape, name) || ports.includes(name);
  return Object.keys(env).find((name) => ours.some((prefix) => name.startsWith(prefix)) && !isKnown(name));
}

export async function loadConfig(env: Environment, { pluginsDir = connectorPluginsDir } = {}) {
  const listeners = await listenerSchema(pluginsDir);
  const unknown = misspelt(env, Object.keys(listeners.shape));
  if (unknown) throw new ConfigError(`Unknown environment variable ${unknown}`);
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  const ports = listeners.safeParse(present);
  if (!parsed.success || !ports.success) {
    const issue = (parsed.error ?? ports.error)?.issues[0];
    throw new ConfigError(`Invalid environment value ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const value = parsed.data;
  if (Boolean(value.TLS_CERT) !== Boolean(value.TLS_KEY)) {
    throw new ConfigError('Invalid environment value TLS_CERT, TLS_KEY: set both or none');
  }
  return {
    port: value.PORT,
    host: value.HOST,
    /** Ports by the variable of the listener; undefined if the listener is off. */
    listenerPorts: ports.data,
    tls: value.TLS_CERT && value.TLS_KEY ? { certPath: value.TLS_CERT, keyPath: value.TLS_KEY } : undefined,
    trustProxy: value.TRUST_PROXY,
    httpFastPath: value.HTTP_FAST_PATH,
    egressAllow: value.EGRESS_ALLOW,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    admin: { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD },
    demo: value.DEMO,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    secretKey: value.SECRET_KEY,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN,
    maps: value.MAP_STYLES,
    geocodeUrl: value.GEOCODE_URL,
    ingest: { capacity: value.INGEST_QUEUE, accountShare: value.INGEST_ACCOUNT_SHARE },
  };
}
