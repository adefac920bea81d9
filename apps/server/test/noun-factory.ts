import type { NounName } from '@stellwerk/contract/core/id';
import type { TestAccount } from './factories.ts';
import type { TestServer } from './server.ts';

/** Creates an object of a noun in the given account and returns its id. */
export type NounFactory = (server: TestServer, account: TestAccount) => Promise<number>;
export type NounFactories = Readonly<Record<NounName, NounFactory>>;

/** The id of the row that a statement returned. */
export function onlyId([row]: readonly { id: number }[]): number {
  if (!row) throw new Error('the statement returned no row');
  return row.id;
}
