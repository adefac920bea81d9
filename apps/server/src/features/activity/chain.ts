import { createHash } from 'node:crypto';

/** What a seal covers: all that an entry says. The time is text, since it is finer than a Date. */
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

/** The end of a chain: how long it is, and its last hash. */
export interface ChainHead {
  seq: number;
  hash: Buffer;
}

export const emptyHead: ChainHead = { seq: 0, hash: Buffer.alloc(32) };

/** One spelling of a value: keys in order, no blanks. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** Named one by one: whatever else a row holds, such as its seal, is no part of what is sealed. */
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

export type BreakKind = 'changed' | 'missing' | 'reordered' | 'added';

export interface ChainBreak {
  kind: BreakKind;
  /** The entry that shows it; null when the end is missing and nothing follows. */
  entryId: number | null;
  /** The place in the chain. */
  seq: number;
}

interface Walk {
  head: ChainHead;
  found: ChainBreak | undefined;
}

/** Follows the chain through a page of entries in their order, up to the first break. `end` is where it should end. */
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
      // Somebody else fits here: by its own seal if places were exchanged, by this one if contents were.
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

/** What the recorded end tells after the last entry. */
export function checkEnd(head: ChainHead, end: ChainHead): ChainBreak | undefined {
  if (head.seq < end.seq) return { kind: 'missing', entryId: null, seq: head.seq + 1 };
  return head.hash.equals(end.hash) ? undefined : { kind: 'changed', entryId: null, seq: head.seq };
}
