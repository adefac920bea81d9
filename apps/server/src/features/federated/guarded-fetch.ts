import type { CustomFetch } from 'openid-client';
import { parseAddress, specialRangeOf } from '../../platform/egress/addresses.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { EgressRequest } from '../../platform/egress/request.ts';
import { formatTarget, parseUrl } from '../../platform/egress/target.ts';
import { fail } from '../../platform/errors/app-error.ts';

const timeoutMs = 10_000;
const maxResponseBytes = 1_048_576;

/**
 * Fails with EGRESS_DENIED if the guard blocks the address. Returns whether the connection is confidential: by TLS, or
 * because the operator has allowed a private network with EGRESS_ALLOW.
 */
export async function checkReachable(egress: Egress, address: string): Promise<boolean> {
  const { url, target } = parseUrl(address);
  const checked = parseAddress((await egress.check(target.host, target.port)).address);
  // An address of a special range passes the guard only if the operator allowed it.
  return url.protocol === 'https:' || (checked !== undefined && specialRangeOf(checked) !== undefined);
}

const methods = ['GET', 'POST'] as const;

function bodyOf(body: unknown): Pick<EgressRequest, 'body'> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof URLSearchParams) return { body: body.toString() };
  throw new Error('a body that the sign-in library was not expected to send');
}

/** `fetch` for the sign-in library: checked by the egress guard, and without redirects. */
export const guardedFetch =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const known = methods.find((name) => name === method);
    if (!known) throw new Error(`unexpected method ${method}`);
    if (!(await checkReachable(egress, url))) fail('EGRESS_DENIED', { target: formatTarget(parseUrl(url).target) });
    const answer = await egress.request({
      url,
      method: known,
      headers,
      ...bodyOf(body),
      timeoutMs,
      maxResponseBytes,
      ...(signal ? { signal } : {}),
    });
    const kept = Object.entries(answer.headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const isEmpty = [204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: kept });
  };
