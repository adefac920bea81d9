import type { PublicCtx } from '../../platform/http/ctx.ts';
import { accountOfDomain } from './domain.store.ts';
import { dataLine } from './inheritance.store.ts';
import { nearestLinks } from './page-links.ts';

/** Footer links and contact for a page of the caller, or of a stranger on this domain. */
export async function readLinks({ actor, db }: PublicCtx, domain: string) {
  const accountId = actor?.accountId ?? (await accountOfDomain(db, domain));
  return nearestLinks(accountId === undefined ? [] : await dataLine(db, accountId));
}
