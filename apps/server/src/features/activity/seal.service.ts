import type { Db } from '../../platform/db/db.ts';
import {
  type ChainBreak,
  type ChainHead,
  checkEnd,
  emptyHead,
  hashOf,
  type SealedEntry,
  walkChain,
} from './hash-chain.ts';
import * as store from './seal.store.ts';

/** Long enough for most transactions to commit, so that the chain follows the order of the entries. */
const defaultSettledMs = 5_000;
const defaultBatchSize = 1_000;
const pageSize = 5_000;

interface SealOptions {
  signal?: AbortSignal;
  settledMs?: number;
  batchSize?: number;
}

/** Seals one batch in a transaction and returns the number of its entries. */
function sealBatch(db: Db, settledMs: number, batchSize: number): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await store.lockSealing(tx))) return 0;
    const entries = await store.findUnsealed(tx, settledMs, batchSize);
    if (entries.length === 0) return 0;
    const chainIds = [...new Set(entries.map(({ accountId }) => accountId ?? 0))];
    const heads = await store.findHeads(tx, chainIds);
    const sealed = entries.map((entry): SealedEntry => {
      const chainId = entry.accountId ?? 0;
      const { seq, hash } = heads.get(chainId) ?? emptyHead;
      const head: ChainHead = { seq: seq + 1, hash: hashOf(hash, entry) };
      heads.set(chainId, head);
      return { ...entry, chainSeq: head.seq, chainHash: head.hash };
    });
    await store.saveSeals(tx, sealed, heads);
    return entries.length;
  });
}

/** Seals the entries that have settled since the last run, one chain per account. Returns their number. */
export async function sealActivity(db: Db, options: SealOptions = {}): Promise<number> {
  const { signal, settledMs = defaultSettledMs, batchSize = defaultBatchSize } = options;
  let sealed = 0;
  while (!signal?.aborted) {
    const found = await sealBatch(db, settledMs, batchSize);
    sealed += found;
    if (found < batchSize) break;
  }
  return sealed;
}

export interface CheckedChain {
  /** Null for the chain of entries without an account. */
  accountId: number | null;
  entries: number;
  /** The last hash: an external copy of it proves later that no earlier entry was changed. */
  hash: string;
  found: ChainBreak | undefined;
}

async function walkWhole(db: Db, chainId: number): Promise<CheckedChain> {
  const accountId = chainId === 0 ? null : chainId;
  const end = (await store.findHeads(db, [chainId])).get(chainId) ?? emptyHead;
  let head = emptyHead;
  for (;;) {
    const page = await store.findSealed(db, chainId, head.seq, pageSize);
    const walked = walkChain(head, page, end);
    head = walked.head;
    const found = walked.found ?? (page.length < pageSize ? checkEnd(head, end) : undefined);
    if (found || page.length < pageSize) {
      return { accountId, entries: head.seq, hash: head.hash.toString('hex'), found };
    }
  }
}

/** Reads in one snapshot, so that concurrent sealing is not reported as a break. */
const checkChain = (db: Db, chainId: number): Promise<CheckedChain> =>
  db.transaction((tx) => walkWhole(tx, chainId), { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Verifies all chains, or the chain of one account, and reports the first break of each. */
export async function* checkActivity(db: Db, accountId?: number): AsyncGenerator<CheckedChain> {
  for (const chainId of await store.findChainIds(db, accountId)) yield checkChain(db, chainId);
}

export const countUnsealed = store.countUnsealed;
