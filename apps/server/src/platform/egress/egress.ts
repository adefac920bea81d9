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
  /** Throws EGRESS_DENIED if any address of the host is forbidden. `connect` and `request` include this check. */
  check(host: string, port: number): Promise<CheckedAddress>;
  connect(connection: EgressConnection): Promise<Socket>;
  /** For libraries that connect themselves. Node calls it for names only, not for addresses: `check` the host first. */
  lookupFor(port: number): LookupFunction;
  /** Sends http and https requests. Redirects are returned like any other response and never followed. */
  request(request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}

interface EgressOptions {
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

/** The only guard of outgoing connections: resolve, check every address, connect only to checked addresses. */
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
      // The address stays internal: the response must not reveal how names resolve inside the network.
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
      // The async function turns an exception of `parseTarget` into a rejection, which reaches the callback.
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
