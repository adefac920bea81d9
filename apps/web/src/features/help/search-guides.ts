import { foldText, rankOf, wordsOf } from '@stellwerk/contract/search-rank';
import type { Guide, GuideSection } from './guide.ts';

export interface FoundSection {
  guide: Guide;
  section: GuideSection;
  /** The part of the section's text that contains the words. */
  excerpt: string;
}

const shown = { before: 60, length: 220, finds: 40 };

/** The text around the first match, truncated between words. */
export function excerptOf(text: string, words: readonly string[]): string {
  const folded = foldText(text);
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at !== -1);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const wanted = Math.max(0, first - shown.before);
  const begin = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const rest = text.slice(begin);
  if (rest.length <= shown.length) return begin > 0 ? `… ${rest}` : rest;
  const end = rest.lastIndexOf(' ', shown.length);
  return `${begin > 0 ? '… ' : ''}${rest.slice(0, end > 0 ? end : shown.length)} …`;
}

/** Sections that contain every word: first those with the words in the heading, then in the order of the guides. */
export function findSections(guides: readonly Guide[], text: string): FoundSection[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return guides
    .flatMap((guide) => guide.sections.map((section) => ({ guide, section })))
    .filter(({ guide, section }) => {
      const folded = foldText(`${guide.title} ${section.heading} ${section.text}`);
      // A match in the title of the guide alone finds its beginning, not each of its sections.
      const own = foldText(`${section.heading} ${section.text}`);
      return words.every((word) => folded.includes(word)) && words.some((word) => own.includes(word));
    })
    .map((found) => ({ ...found, rank: rankOf(found.section.heading, text) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, shown.finds)
    .map(({ guide, section }) => ({ guide, section, excerpt: excerptOf(section.text, words) }));
}
