import { describe, expect, it } from 'vitest';
import {
  type ChainHead,
  canonicalJson,
  checkEnd,
  emptyHead,
  hashOf,
  type SealedEntry,
  walkChain,
} from './hash-chain.ts';

const entryOf = (id: number) => ({
  id,
  at: `2026-01-01T00:00:00.00000${id}Z`,
  accountId: 1,
  userId: 2,
  userEmail: 'a@example.com',
  sessionId: null,
  apiKeyId: null,
  impersonatorId: null,
  impersonatorEmail: null,
  address: '127.0.0.1',
  method: 'PUT',
  path: '/api/v1/things/{id}',
  outcome: 'done',
  code: null,
  objects: [{ noun: 'thing', id }],
  details: { b: 1, a: { d: [1, 2], c: null } },
  requestId: `request-${id}`,
});

function chainOf(count: number): { entries: SealedEntry[]; end: ChainHead } {
  let end = emptyHead;
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = entryOf(index + 1);
    end = { seq: end.seq + 1, hash: hashOf(end.hash, entry) };
    return { ...entry, chainSeq: end.seq, chainHash: end.hash };
  });
  return { entries, end };
}

const check = (entries: SealedEntry[], end: ChainHead) => {
  const { head, found } = walkChain(emptyHead, entries, end);
  return found ?? checkEnd(head, end);
};

describe('canonicalJson', () => {
  it('is the same for all orders of keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'ä"' }], a: true })).toBe('{"a":true,"b":[1,{"c":"ä\\"","d":null}]}');
    expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
  });
});

describe('a chain', () => {
  it('is valid if nothing was changed', () => {
    const { entries, end } = chainOf(5);
    expect(check(entries, end)).toBeUndefined();
    expect(check([], emptyHead)).toBeUndefined();
  });

  it('can be verified page by page', () => {
    const { entries, end } = chainOf(5);
    const first = walkChain(emptyHead, entries.slice(0, 2), end);
    expect(first.found).toBeUndefined();
    const second = walkChain(first.head, entries.slice(2), end);
    expect(second).toEqual({ head: end, found: undefined });
  });

  it.each(Object.keys(entryOf(1)))('shows that the field %s of an entry was changed', (field) => {
    const { entries, end } = chainOf(5);
    const changed = entries.map((entry) => (entry.id === 3 ? { ...entry, [field]: 'forged' } : entry));
    const entryId = field === 'id' ? 'forged' : 3;
    expect(check(changed, end)).toEqual({ kind: 'changed', entryId, seq: 3 });
  });

  it('shows a missing entry at any position', () => {
    const { entries, end } = chainOf(5);
    const without = (id: number) =>
      check(
        entries.filter((entry) => entry.id !== id),
        end,
      );
    expect(without(1)).toEqual({ kind: 'missing', entryId: 2, seq: 1 });
    expect(without(3)).toEqual({ kind: 'missing', entryId: 4, seq: 3 });
    expect(without(5)).toEqual({ kind: 'missing', entryId: null, seq: 5 });
    expect(check([], end)).toEqual({ kind: 'missing', entryId: null, seq: 1 });
  });

  it('shows two swapped entries, with or without their seals', () => {
    const { entries, end } = chainOf(5);
    const [one, two, three, four, five] = entries as [SealedEntry, SealedEntry, SealedEntry, SealedEntry, SealedEntry];
    const placed = (entry: SealedEntry, { chainSeq }: SealedEntry) => ({ ...entry, chainSeq });
    const withSeals = [one, placed(four, two), three, placed(two, four), five];
    expect(check(withSeals, end)).toEqual({ kind: 'reordered', entryId: 4, seq: 2 });
    const sealed = (entry: SealedEntry, { chainSeq, chainHash }: SealedEntry) => ({ ...entry, chainSeq, chainHash });
    const withoutSeals = [one, sealed(four, two), three, sealed(two, four), five];
    expect(check(withoutSeals, end)).toEqual({ kind: 'reordered', entryId: 4, seq: 2 });
  });

  it('shows an entry appended behind the end, and a forged end', () => {
    const { entries, end } = chainOf(5);
    const [, , , , last] = entries;
    expect(check(entries, { seq: 4, hash: Buffer.alloc(32) })).toEqual({ kind: 'added', entryId: last?.id, seq: 5 });
    expect(check(entries, { ...end, hash: Buffer.alloc(32) })).toEqual({ kind: 'changed', entryId: null, seq: 5 });
  });
});
