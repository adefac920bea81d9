import type { IncomingHttpHeaders } from 'node:http';
import { parseAddress } from '../egress/addresses.ts';

/** The parts of a request that the check reads; `host` includes the port. */
export interface OriginRequest {
  protocol: string;
  host: string;
  headers: IncomingHttpHeaders;
  socket: { localAddress?: string | undefined };
}

interface OwnOriginOptions {
  publicUrl: string | undefined;
  /** HOST: the address or name that the server listens on. */
  host: string | undefined;
  /** True if an account serves its pages under this name. */
  isAccountDomain(hostname: string): Promise<boolean>;
}

/** Checks whether a request that carries a cookie comes from our own pages. */
export type IsOwnOrigin = (request: OriginRequest) => Promise<boolean>;

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

const hostnameOf = (host: string) => parseUrl(`http://${host}`)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
const addressText = (text: string | undefined) => parseAddress(text ?? '')?.toString();

/** True if `Host` names this machine in a way that a DNS entry of an attacker cannot. */
export function isLoopbackHost(host: string): boolean {
  const hostname = hostnameOf(host);
  return hostname === 'localhost' || parseAddress(hostname)?.range() === 'loopback';
}

/**
 * With DNS rebinding, the domain of an attacker's page resolves to this server, so its `Host` and `Origin` agree.
 * `Host` is therefore trusted only if it is a loopback name, the local address of the connection, the configured HOST
 * or, if PUBLIC_URL is set (users then come by name), a domain of an account.
 */
export function createOwnOrigin({ publicUrl, host: configured, isAccountDomain }: OwnOriginOptions): IsOwnOrigin {
  const publicOrigin = publicUrl === undefined ? undefined : parseUrl(publicUrl)?.origin;
  const isEveryAddress = parseAddress(configured ?? '')?.range() === 'unspecified';
  const listening = isEveryAddress ? undefined : configured?.toLowerCase();

  async function isOwnHost({ protocol, host, socket }: OriginRequest): Promise<boolean> {
    if (isLoopbackHost(host) || `${protocol}://${host}` === publicOrigin) return true;
    const hostname = hostnameOf(host);
    if (hostname === '') return false;
    const address = addressText(hostname);
    if (address !== undefined)
      return address === addressText(socket.localAddress) || address === addressText(listening);
    return hostname === listening || (publicOrigin !== undefined && (await isAccountDomain(hostname)));
  }

  /** Browsers send Origin with unsafe methods; for a plain GET (logout), Sec-Fetch-Site or Referer is checked. */
  return async (request) => {
    const { origin, referer, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined && site !== undefined && site !== 'same-origin') return false;
    const page = origin ?? (referer === undefined ? undefined : parseUrl(referer)?.origin);
    if (page !== undefined && page === publicOrigin) return true;
    const isSameOrigin =
      page === `${request.protocol}://${request.host}` || (origin === undefined && site !== undefined);
    return isSameOrigin && isOwnHost(request);
  };
}
