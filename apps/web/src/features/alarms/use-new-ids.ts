import { useState } from 'react';

interface Seen {
  question: string;
  ids: ReadonlySet<number>;
  fresh: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();

/** Ids in a response that the previous response to the same query did not contain. */
export function nextSeen(seen: Seen | undefined, question: string, ids: readonly number[]): Seen {
  const all = new Set(ids);
  if (seen?.question !== question) return { question, ids: all, fresh: nothing };
  return { question, ids: all, fresh: new Set(ids.filter((id) => !seen.ids.has(id))) };
}

/** Rows that arrived while the list is open. The query key contains filters, order and page. */
export function useNewIds(question: string, ids: readonly number[] | undefined): ReadonlySet<number> {
  const [known, setKnown] = useState<{ text: string; seen: Seen }>();
  const text = ids && `${question}:${ids.join()}`;
  if (text === undefined) return nothing;
  if (known?.text === text) return known.seen.fresh;
  const seen = nextSeen(known?.seen, question, ids ?? []);
  setKnown({ text, seen });
  return seen.fresh;
}
