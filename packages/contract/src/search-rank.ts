/**
 * Lower case without accents, letter by letter, so that places in the result are places in the text: `É` becomes `e`,
 * and what would change its length stays.
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

/** Whether the word stands at the beginning of a word of the text. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1])) return true;
  }
  return false;
}

/** How well a title answers a text, from 0 (the title itself) to 4 (not by its title). */
export function rankOf(title: string, text: string): number {
  const folded = foldText(title);
  const words = wordsOf(text);
  const whole = words.join(' ');
  if (folded === whole) return 0;
  if (folded.startsWith(whole)) return 1;
  if (words.every((word) => beginsWord(folded, word))) return 2;
  return words.every((word) => folded.includes(word)) ? 3 : 4;
}

/** Of several titles of the same thing, such as its name and its identifier. */
export const bestRank = (titles: readonly string[], text: string): number =>
  Math.min(...titles.map((title) => rankOf(title, text)));
