import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const guideLanguages = ['de', 'en'] as const;
export type GuideLanguage = (typeof guideLanguages)[number];

const folder = new URL('../../../docs/guides', import.meta.url).pathname;

export interface CodeBlock {
  language: string;
  text: string;
}

export interface GuideFile {
  language: GuideLanguage;
  name: string;
  /** Levels and texts of headings, the title first. */
  headings: { level: number; text: string }[];
  blocks: CodeBlock[];
  /** All text outside of code blocks. */
  prose: string;
}

export const guideNamesIn = (language: GuideLanguage): string[] =>
  readdirSync(join(folder, language))
    .map((file) => file.replace(/\.md$/, ''))
    .sort();

export function readGuideFile(language: GuideLanguage, name: string): GuideFile {
  const text = readFileSync(join(folder, language, `${name}.md`), 'utf8');
  const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;
  const blocks = [...text.matchAll(fence)].map(([, kind = '', code = '']) => ({
    language: kind,
    text: code.trimEnd(),
  }));
  const prose = text.replace(fence, '');
  const headings = [...prose.matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', words = '']) => ({
    level: marks.length,
    text: words,
  }));
  return { language, name, headings, blocks, prose };
}

/** Anchor of a heading, as GitHub generates it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
