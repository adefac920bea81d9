import { type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import { parseAddress } from './addresses.ts';
import type { Target } from './target.ts';

export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

export type EgressTls = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'passphrase' | 'servername' | 'rejectUnauthorized' | 'ALPNProtocols' | 'minVersion'
>;

export interface EgressConnection {
  host: string;
  port: number;
  /** `true` for TLS with default options; the server name is the host unless set here. */
  tls?: boolean | EgressTls;
  /** Aborts the attempt; an established socket belongs to the caller. */
  signal?: AbortSignal;
  /** Limit for resolving, connecting and the TLS handshake together. */
  timeoutMs?: number;
}

/** A lookup that returns only the checked addresses. */
export const pinnedTo =
  (addresses: readonly CheckedAddress[]): LookupFunction =>
  (hostname, { all, family }, callback) => {
    const wanted = addresses.filter((entry) => !family || `${family}`.replace('IPv', '') === `${entry.family}`);
    const [first] = wanted;
    if (!first) callback(new Error(`no address of family ${family} for ${hostname}`), []);
    else if (all) callback(null, wanted);
    else callback(null, first.address, first.family);
  };

export function openSocket(
  { host, port }: Target,
  addresses: readonly CheckedAddress[],
  tls: boolean | EgressTls,
  signal: AbortSignal,
): Promise<Socket> {
  const options = { host, port, lookup: pinnedTo(addresses), autoSelectFamily: true };
  const servername = parseAddress(host) ? undefined : host;
  const socket = tls ? tlsConnect({ servername, ...(tls === true ? {} : tls), ...options }) : netConnect(options);
  return new Promise<Socket>((resolve, reject) => {
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    // Never removed: an error before the caller listens must not end the process, and `close` reports it anyway.
    socket.on('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      reject(new Error('closed before it was connected'));
    });
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', abort);
      resolve(socket);
    });
    if (signal.aborted) abort();
  });
}
