import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react';

export type GuideNode = MarkdownToJSX.ASTNode;

/** The content below a heading, up to the next one. */
export interface GuideSection {
  /** Empty for the beginning of the guide, before its first heading. */
  anchor: string;
  heading: string;
  level: number;
  text: string;
}

export interface Guide {
  name: string;
  title: string;
  /** The first sentences, as a summary of the guide. */
  summary: string;
  /** Without the title, which the page shows itself. */
  nodes: readonly GuideNode[];
  sections: readonly GuideSection[];
}

/** Creates anchors like GitHub, so that links work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The text of parts of a guide without their markup. */
export const textOfAll = (nodes: readonly GuideNode[]): string => nodes.map(textOf).join('');

function textOf(node: GuideNode): string {
  switch (node.type) {
    case RuleType.text:
    case RuleType.codeInline:
    case RuleType.codeBlock:
      return node.text;
    case RuleType.breakLine:
      return ' ';
    case RuleType.orderedList:
    case RuleType.unorderedList:
      return node.items.map(textOfAll).join(' ');
    case RuleType.table:
      return [node.header, ...node.cells].map((row) => row.map(textOfAll).join(' ')).join(' ');
    case RuleType.blockQuote:
    case RuleType.heading:
    case RuleType.link:
    case RuleType.paragraph:
    case RuleType.textFormatted:
      return textOfAll(node.children);
    default:
      return '';
  }
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

function sectionsOf(title: string, nodes: readonly GuideNode[]): GuideSection[] {
  const sections: GuideSection[] = [{ anchor: '', heading: title, level: 1, text: '' }];
  for (const node of nodes) {
    if (node.type === RuleType.heading) {
      sections.push({ anchor: node.id, heading: tidy(textOf(node)), level: node.level, text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = tidy(`${section.text} ${textOf(node)}`);
  }
  return sections;
}

const summaryLength = 170;

/** As many whole sentences as fit. */
function beginningOf(text: string): string {
  const sentences = text.split(/(?<=[.?!]) /);
  const fitting = sentences.filter((_, index) => sentences.slice(0, index + 1).join(' ').length <= summaryLength);
  return fitting.join(' ') || (sentences[0] ?? '');
}

/** Parses a guide: Markdown that begins with its title. */
export function readGuide(name: string, markdown: string): Guide {
  const all = parser(markdown, { slugify: anchorOf, disableParsingRawHTML: true, disableFrontmatter: true });
  const head = all.find((node) => node.type === RuleType.heading);
  const title = head ? tidy(textOf(head)) : name;
  const nodes = all.filter((node) => node !== head);
  const first = nodes.find((node) => node.type === RuleType.paragraph);
  return {
    name,
    title,
    summary: first ? beginningOf(tidy(textOf(first))) : '',
    nodes,
    sections: sectionsOf(title, nodes),
  };
}
