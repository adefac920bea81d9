/**
 * Lower case without accents, letter by letter, so that indexes in the result are indexes in the text: `É` becomes `e`;
 * letters whose folded form has another length stay unchanged.
 */
export function foldText(text: string): string {
  return [...text]
    .map((letter) => {
      const folded = letter.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
      return folded.length === letter.length ? folded : letter;
    })
    .join('');
}

export const wordsOf = (text: string): string[] => foldText(text).split(/\s+/).filter(Boolean);

const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Whether the text contains a word that starts with the given one. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1])) return true;
  }
  return false;
}

/** How well a title matches a text, from 0 (equal) to 4 (no match in the title). */
export function rankOf(title: string, text: string): number {
  const folded = foldText(title);
  const words = wordsOf(text);
  const whole = words.join(' ');
  if (folded === whole) return 0;
  if (folded.startsWith(whole)) return 1;
  if (words.every((word) => beginsWord(folded, word))) return 2;
  return words.every((word) => folded.includes(word)) ? 3 : 4;
}

/** The best rank of several titles of one object, such as its name and its identifier. */
export const bestRank = (titles: readonly string[], text: string): number =>
  Math.min(...titles.map((title) => rankOf(title, text)));
