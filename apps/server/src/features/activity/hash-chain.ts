import { createHash } from 'node:crypto';

/** Fields that a seal covers. The time is text, because a Date has less precision. */
export interface ChainedEntry {
  id: number;
  at: string;
  accountId: number | null;
  userId: number | null;
  userEmail: string | null;
  sessionId: number | null;
  apiKeyId: number | null;
  impersonatorId: number | null;
  impersonatorEmail: string | null;
  address: string;
  method: string;
  path: string;
  outcome: string;
  code: string | null;
  objects: unknown;
  details: unknown;
  requestId: string;
}

export interface SealedEntry extends ChainedEntry {
  chainSeq: number;
  chainHash: Buffer;
}

export interface ChainHead {
  seq: number;
  hash: Buffer;
}

export const emptyHead: ChainHead = { seq: 0, hash: Buffer.alloc(32) };

/** Canonical JSON: sorted keys, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** Lists the fields explicitly, so that the seal itself and later columns are not part of the hash. */
function contentOf(entry: ChainedEntry): ChainedEntry {
  const { id, at, accountId, userId, userEmail, sessionId, apiKeyId, impersonatorId, impersonatorEmail } = entry;
  const { address, method, path, outcome, code, objects, details, requestId } = entry;
  const who = { accountId, userId, userEmail, sessionId, apiKeyId, impersonatorId, impersonatorEmail };
  return { id, at, ...who, address, method, path, outcome, code, objects, details, requestId };
}

export const hashOf = (previous: Buffer, entry: ChainedEntry): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(canonicalJson(contentOf(entry)))
    .digest();

type BreakKind = 'changed' | 'missing' | 'reordered' | 'added';

export interface ChainBreak {
  kind: BreakKind;
  /** The entry at which the break was found; null if the end of the chain is missing. */
  entryId: number | null;
  seq: number;
}

interface Walk {
  head: ChainHead;
  found: ChainBreak | undefined;
}

/** Verifies a page of entries in order up to the first break. `end` is the recorded end of the chain. */
export function walkChain(from: ChainHead, entries: readonly SealedEntry[], end: ChainHead): Walk {
  let head = from;
  for (const [index, entry] of entries.entries()) {
    const seq = head.seq + 1;
    const broken = (kind: BreakKind): Walk => ({ head, found: { kind, entryId: entry.id, seq } });
    if (entry.chainSeq !== seq) return broken('missing');
    if (seq > end.seq) return broken('added');
    const hash = hashOf(head.hash, entry);
    if (!hash.equals(entry.chainHash)) {
      const { hash: previous } = head;
      // The original entry of this position was moved elsewhere if its own seal or its content matches this seal.
      const fits = (other: SealedEntry) => {
        const fitting = hashOf(previous, other);
        return fitting.equals(other.chainHash) || fitting.equals(entry.chainHash);
      };
      return broken(entries.slice(index + 1).some(fits) ? 'reordered' : 'changed');
    }
    head = { seq, hash };
  }
  return { head, found: undefined };
}

/** Compares the last entry with the recorded end of the chain. */
export function checkEnd(head: ChainHead, end: ChainHead): ChainBreak | undefined {
  if (head.seq < end.seq) return { kind: 'missing', entryId: null, seq: head.seq + 1 };
  return head.hash.equals(end.hash) ? undefined : { kind: 'changed', entryId: null, seq: head.seq };
}
