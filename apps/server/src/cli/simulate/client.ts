import type { Route, RouteAnswer, RouteCall, RouteOptions } from '@stellwerk/contract/core/route';
import { createEgress } from '../../platform/egress/egress.ts';
import { StartError } from '../../platform/instance/start-error.ts';
import { createLog } from '../../platform/log/log.ts';

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface ClientOptions {
  url: string;
  token: string;
  certificate: Buffer | undefined;
}

function addressOf(url: string, { path }: Pick<RouteOptions, 'path'>, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)]));
  return `${url}${filled}${asked.length > 0 ? `?${search}` : ''}`;
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80');

/** Calls the API as an administrator. The operator named the server's address, so the egress guard allows it. */
export function createClient({ url, token, certificate }: ClientOptions) {
  const target = new URL(url);
  const egress = createEgress({ allow: [`${target.hostname}:${portOf(target)}`], log: createLog('silent') });
  const headers = { 'accept-language': 'en', authorization: `Bearer ${token}` };
  const tls = certificate ? { tls: { ca: certificate } } : {};

  return {
    async isAnswering(): Promise<boolean> {
      const answer = await egress
        .request({ url: `${url}/health/live`, timeoutMs: 5_000, ...tls })
        .catch(() => undefined);
      return answer?.status === 200;
    },

    async call<O extends RouteOptions>(route: Route<O>, input: RouteCall<O>): Promise<RouteAnswer<O>> {
      const parts: Parts = input;
      const { status, body } = await egress.request({
        ...tls,
        url: addressOf(url, route, parts),
        method: route.method,
        headers: { ...headers, ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        timeoutMs: 60_000,
      });
      const answer = JSON.parse(body.toString());
      if (status >= 400) throw new StartError(`${route.method} ${route.path} answered ${status}: ${answer.message}`);
      // The server validates its responses against the same contract.
      return answer;
    },

    close: egress.close,
  };
}
export type Client = ReturnType<typeof createClient>;
