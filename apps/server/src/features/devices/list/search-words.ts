export interface SearchWord {
  /** In lower case. */
  text: string;
  /** Stood in double quotes: only a whole field will do. */
  isExact: boolean;
}

/** What somebody looks for: words, and what stands in double quotes as it is. A quote that never ends means nothing. */
export function searchWords(search: string): SearchWord[] {
  const found = search.toLowerCase().matchAll(/"([^"]*)"|([^\s"]+)/g);
  return [...found]
    .map(([, quoted, word]) => ({ text: (quoted ?? word ?? '').trim(), isExact: quoted !== undefined }))
    .filter(({ text }) => text !== '');
}
