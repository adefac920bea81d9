export interface SearchWord {
  /** The searched word in lower case. */
  text: string;
  /** The word was in double quotes and must match a complete field. */
  isExact: boolean;
}

/** Splits a search into words and quoted texts. A quote without an end is ignored. */
export function searchWords(search: string): SearchWord[] {
  const found = search.toLowerCase().matchAll(/"([^"]*)"|([^\s"]+)/g);
  return [...found]
    .map(([, quoted, word]) => ({ text: (quoted ?? word ?? '').trim(), isExact: quoted !== undefined }))
    .filter(({ text }) => text !== '');
}
