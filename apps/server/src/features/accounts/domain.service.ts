import { domainToASCII } from 'node:url';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { foreignDomains, replaceDomains } from './domain.store.ts';

/** RFC 1035, 2.3.1, and RFC 1123, 2.1: letters, digits and inner hyphens; the last label is not numeric. */
const dnsName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** RFC 6761: names that can't be registered. */
const reserved = /(^|\.)(localhost|invalid|local)$/;

/** Returns the ASCII form of a domain, or undefined if an account can't use it. */
export function normaliseDomain(text: string, publicHost: string | undefined): string | undefined {
  // The conversion would drop a port, a path or user data silently.
  if (/[\s:/?#@\\%]/.test(text)) return undefined;
  const domain = domainToASCII(text.replace(/\.$/, ''));
  return dnsName.test(domain) && !reserved.test(domain) && domain !== publicHost ? domain : undefined;
}

/** Replaces the domains of an account. Errors contain the refused domain. */
export async function setDomains(
  db: Db,
  accountId: number,
  { entered, publicHost }: { entered: readonly string[]; publicHost: string | undefined },
): Promise<void> {
  const domains: string[] = [];
  for (const text of entered) {
    const domain = normaliseDomain(text, publicHost) ?? fail('TENANT_DOMAIN_INVALID', { domain: text });
    if (domains.includes(domain)) fail('TENANT_DOMAIN_DUPLICATE', { domain: text });
    domains.push(domain);
  }
  const [taken] = await foreignDomains(db, accountId, domains);
  if (taken !== undefined) fail('TENANT_DOMAIN_EXISTS', { domain: taken });
  await replaceDomains(db, accountId, domains).catch((error: unknown) => {
    if (violates(error, 'account_domains_pkey')) fail('TENANT_DOMAIN_EXISTS', { domain: domains.join(', ') });
    throw error;
  });
}
