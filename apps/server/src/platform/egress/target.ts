import { isIPv6 } from 'node:net';
import { fail } from '../errors/app-error.ts';
import { parseAddress } from './addresses.ts';

export interface Target {
  /** A lower-case ASCII name without a trailing dot, or a canonical address without brackets. */
  host: string;
  port: number;
}

/** Characters that end or split the host part of a URL, or that the URL parser drops silently. */
const notInHost = /[\s\p{Cc}/\\?#@]/u;

/**
 * Normalises a host, so that the check and the connection interpret it identically. The URL parser resolves IDN,
 * percent-encoded and full-width spellings, and decimal, octal and hexadecimal forms of IPv4.
 */
export function normaliseHost(host: string): string | undefined {
  if (host.length > 1000 || notInHost.test(host)) return undefined;
  const bare = isIPv6(host);
  if (!bare && host.includes(':') && !/^\[[^\]]*\]$/.test(host)) return undefined;
  const url = URL.parse(`http://${bare ? `[${host}]` : host}/`);
  if (url?.port !== '') return undefined;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (name === '' || name.length > 253) return undefined;
  return parseAddress(name)?.toString() ?? name;
}

export const formatTarget = ({ host, port }: Target) => (isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`);

export const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

export function parseTarget(host: string, port: number): Target {
  const normalised = normaliseHost(host);
  if (normalised === undefined || !isPort(port)) {
    return fail('EGRESS_REQUEST_INVALID', { target: `${host}:${port}`.slice(0, 300) });
  }
  return { host: normalised, port };
}

/** The target of an http or https URL. Credentials belong into headers, not into a URL that is logged. */
export function parseUrl(text: string): { url: URL; target: Target } {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    return fail('EGRESS_REQUEST_INVALID', { target: url?.host || text.slice(0, 300) });
  }
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  return { url, target: parseTarget(url.hostname, url.port === '' ? defaultPort : Number(url.port)) };
}
