import { ConfigError } from '../config/config.ts';
import { normaliseHost } from '../egress/target.ts';

export interface MailTransport {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS if the server offers it. */
  secure: boolean;
  /** Requires TLS with a valid certificate before any message, and above all any password, is sent. */
  requireTls: boolean;
  auth?: { user: string; password: string };
  /** An address, or `Name <address>`. */
  from?: string;
  /** Set by the operator in the environment: exempt from the egress guard. */
  trusted: boolean;
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/**
 * The mail server of SMTP_URL. Ports default to 587, and to 465 for smtps. A password is sent over TLS only, unless the
 * server runs on this machine or the URL contains `?requireTls=false`.
 */
export function systemTransport(config: { smtpUrl?: string; mailFrom?: string }): MailTransport | undefined {
  if (!config.smtpUrl) return undefined;
  const url = new URL(config.smtpUrl);
  const host = normaliseHost(url.hostname);
  if (host === undefined) throw new ConfigError('Invalid environment value SMTP_URL: no valid host');
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: user !== '' && !isLoopback(host) && url.searchParams.get('requireTls') !== 'false',
    auth: user === '' ? undefined : { user, password: decodeURIComponent(url.password) },
    from: config.mailFrom,
    trusted: true,
  };
}
