import { idFromText } from '@stellwerk/contract/core/id';
/** What somebody looks for, taken apart once for all kinds. */
export interface Question {
  /** As it was typed. */
  text: string;
  /** In lower case, with single spaces. */
  whole: string;
  words: readonly string[];
  /** Where the text is a number: the object with this id is meant as well. */
  id: number | undefined;
  /** Whether an index of three letters in a row can lead to the words. */
  isIndexed: boolean;
}

/** Identifiers as they are printed on devices: pairs of hexadecimal digits with something between them. */
const printedIdentifier = /^[0-9a-f]{2}([-: ][0-9a-f]{2}){3,}$/;

export function questionOf(text: string): Question {
  const lower = text.toLowerCase().trim();
  const plain = printedIdentifier.test(lower) ? lower.replaceAll(/[-: ]/g, '') : lower;
  const words = plain.split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  return {
    text: whole === lower.replaceAll(/\s+/g, ' ') ? text : whole,
    whole,
    words,
    id: idFromText(whole),
    isIndexed: words.some((word) => word.length >= 3),
  };
}
