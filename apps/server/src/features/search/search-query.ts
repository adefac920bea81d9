import { idFromText } from '@stellwerk/contract/core/id';
import { searchWords } from '../../platform/db/search.ts';

/** A search text, parsed once for all kinds. */
export interface SearchQuery {
  text: string;
  /** In lower case, with single spaces. */
  whole: string;
  words: readonly string[];
  /** If the text is a number, it also finds the object with this id. */
  id: number | undefined;
  /** Whether a trigram index can find the words, which needs three letters. */
  isIndexed: boolean;
}

/** Identifiers as printed on devices: pairs of hexadecimal digits with separators. */
const printedIdentifier = /^[0-9a-f]{2}([-: ][0-9a-f]{2}){3,}$/;

export function searchQueryOf(text: string): SearchQuery {
  const lower = text.toLowerCase().trim();
  const plain = printedIdentifier.test(lower) ? lower.replaceAll(/[-: ]/g, '') : lower;
  const words = searchWords(plain);
  const whole = words.join(' ');
  return {
    text: whole === lower.replaceAll(/\s+/g, ' ') ? text : whole,
    whole,
    words,
    id: idFromText(whole),
    isIndexed: words.some((word) => word.length >= 3),
  };
}
