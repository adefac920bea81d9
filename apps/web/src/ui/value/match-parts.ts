import { foldText, wordsOf } from '@stellwerk/contract/search-rank';

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into parts that contain the searched words and parts that do not. */
export function matchParts(text: string, words: string): TextPart[] {
  const folded = foldText(text);
  const isMatch = Array.from<boolean>({ length: text.length }).fill(false);
  for (const word of wordsOf(words)) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      isMatch.fill(true, at, at + word.length);
    }
  }
  const parts: TextPart[] = [];
  for (const [index, letter] of text.split('').entries()) {
    const last = parts.at(-1);
    const here = isMatch[index] === true;
    if (last && last.isMatch === here) last.text += letter;
    else parts.push({ text: letter, isMatch: here });
  }
  return parts;
}
