import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import { AppError, fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { facesOf, parseAddress, specialRangeOf } from './addresses.ts';
import { parseAllowList } from './allow-list.ts';
import { type CheckedAddress, type EgressConnection, openSocket, pinnedTo } from './connect.ts';
import { createRequester, type EgressRequest, type EgressResponse } from './request.ts';
import { formatTarget, parseTarget, type Target } from './target.ts';

export type Resolve = (hostname: string) => Promise<readonly { address: string }[]>;

export interface Egress {
  /** Fails with EGRESS_DENIED when any address of the host is forbidden. `connect` and `request` do it by themselves. */
  check(host: string, port: number): Promise<CheckedAddress>;
  connect(connection: EgressConnection): Promise<Socket>;
  /** For libraries that connect by themselves. Node asks it about names only: `check` the host first, it may be an address. */
  lookupFor(port: number): LookupFunction;
  /** http and https. Redirects are answers like any other and never followed. */
  request(request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}

export interface EgressOptions {
  /** Exceptions set by the operator, see EGRESS_ALLOW. */
  allow: readonly string[];
  resolve?: Resolve;
  log: Log;
}

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The one guard for every outgoing connection: resolve, check every address, connect to what was checked. */
export function createEgress({ allow, resolve = resolveBySystem, log }: EgressOptions): Egress {
  const allowList = parseAllowList(allow);

  function checked(target: Target, text: string): CheckedAddress {
    const address = parseAddress(text);
    const forbidden = address
      ? facesOf(address).find((face) => specialRangeOf(face) && !allowList.allowsAddress(face, target.port))
      : undefined;
    if (!address || (forbidden && !allowList.allowsHost(target))) {
      const range = (forbidden && specialRangeOf(forbidden)) ?? 'unreadable';
      log.warn({ target: formatTarget(target), address: text, range }, 'egress denied');
      // The address stays internal: the answer must not tell strangers how names resolve inside the network.
      return fail('EGRESS_DENIED', { target: formatTarget(target) }, { internal: `${text} is ${range}` });
    }
    return { address: address.toString(), family: address.kind() === 'ipv4' ? 4 : 6 };
  }

  async function addressesOf(target: Target): Promise<[CheckedAddress, ...CheckedAddress[]]> {
    if (parseAddress(target.host)) return [checked(target, target.host)];
    const [first, ...rest] = await resolve(target.host);
    if (!first) return fail('EGRESS_FAILED', { target: formatTarget(target) }, { internal: 'no address' });
    return [checked(target, first.address), ...rest.map(({ address }) => checked(target, address))];
  }

  function failed(target: Target, cause: unknown): never {
    if (cause instanceof AppError) throw cause;
    return fail('EGRESS_FAILED', { target: formatTarget(target) }, { cause });
  }

  async function connect({ host, port, tls = false, signal, timeoutMs = 10_000 }: EgressConnection): Promise<Socket> {
    const target = parseTarget(host, port);
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    try {
      const addresses = await untilAborted(addressesOf(target), either);
      return await openSocket(target, addresses, tls, either);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (deadline.aborted) return fail('EGRESS_TIMEOUT', { target: formatTarget(target) }, { cause: error });
      return failed(target, error);
    }
  }

  const requester = createRequester(connect);
  return {
    async check(host, port) {
      const target = parseTarget(host, port);
      const [first] = await addressesOf(target).catch((error: unknown) => failed(target, error));
      return first;
    },
    connect,
    lookupFor: (port) => (hostname, options, callback) => {
      // In an async function, so that a name that cannot be read reaches the callback as well.
      const answer = async () => addressesOf(parseTarget(hostname, port));
      answer().then(
        (addresses) => pinnedTo(addresses)(hostname, options, callback),
        (error: Error) => callback(error, []),
      );
    },
    request: requester.request,
    close: requester.close,
  };
}
