import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screens } from '@stellwerk/contract/screens';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../src/platform/config/config.ts';
import { anchorOf, type GuideLanguage, guideLanguages, guideNamesIn, readGuideFile } from './guides.ts';

const root = new URL('../../../', import.meta.url).pathname;
const names = guideNamesIn('en');
const all = guideLanguages.flatMap((language) => names.map((name) => readGuideFile(language, name)));
const titled = all.map((guide) => [`${guide.language}/${guide.name}`, guide] as const);
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** All texts that a screen shows in a language. */
function labelsOf(language: GuideLanguage): string[] {
  const files = ['apps/web/src', 'plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`/locales/${language}.json`) && !file.includes('node_modules'))
      .map((file) => join(root, folder, file)),
  );
  const textsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);
  return files.flatMap((file) => textsIn(JSON.parse(readFileSync(file, 'utf8'))));
}

/** A text with places for values fits whatever stands there. */
function fits(label: string): (bold: string) => boolean {
  const parts = label.split(/\{\{.*?\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (parts.length === 1) return (bold) => bold === label;
  const pattern = new RegExp(`^${parts.join('\\S+')}$`);
  // A text that is nearly all value would fit anything.
  return (bold) => parts.join('').length > 8 && pattern.test(bold);
}

const labels = new Map(guideLanguages.map((language) => [language, labelsOf(language).map(fits)]));

async function readContractPaths(): Promise<string[]> {
  const sources = join(root, 'packages/contract/src');
  const files = readdirSync(sources).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(join(sources, file))));
  const values = modules.flatMap((module) => Object.values(module));
  const routes = values.flatMap((value) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value
      ? [`${String(value.method)} ${String(value.path)}`]
      : [],
  );
  return [...routes, 'GET /api/v1/live'];
}

const contractPaths = readContractPaths();

/** Names of parameters differ, and a slash at the end means nothing. */
const plainPath = (path: string) =>
  path
    .replace(/[?#].*$/, '')
    .replace(/\{\w+\}|<\w+>|\$\w+|\b\d+\b/g, '*')
    .replace(/\/$/, '');

describe('the guides', () => {
  it('exist in both languages', () => {
    expect(guideNamesIn('de')).toEqual(names);
    expect(names.length).toBeGreaterThan(10);
  });

  it.each(names)('%s says the same in both languages', (name) => {
    const [german, english] = [readGuideFile('de', name), readGuideFile('en', name)];
    expect(german.headings.map(({ level }) => level)).toEqual(english.headings.map(({ level }) => level));
    expect(german.blocks).toEqual(english.blocks);
    const shape = ({ prose }: typeof german) => ({
      tableRows: found(prose, /^(\|)/gm).length,
      listItems: found(prose, /^(-|\d+\.) /gm).length,
      variables: found(prose, /`([A-Z]+_?[A-Z_]{3,})`/g).sort(),
      commands: found(prose, /`(npm [^`]+)`/g),
    });
    expect(shape(german)).toEqual(shape(english));
  });

  it.each(titled)('%s begins with its title and a paragraph, and needs no deeper headings', (_name, guide) => {
    expect(guide.headings.filter(({ level }) => level === 1)).toHaveLength(1);
    expect(guide.headings[0]?.level).toBe(1);
    expect(Math.max(...guide.headings.map(({ level }) => level))).toBeLessThanOrEqual(3);
    expect(guide.prose).toMatch(/^# .+\n\n[^#\n|-]/);
    const anchors = guide.headings.map(({ text }) => anchorOf(text));
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it.each(titled)('%s links only to what is there', (_name, guide) => {
    const targets = found(guide.prose, /\]\(([^)]+)\)/g).filter((target) => !target.startsWith('https://'));
    const broken = targets.filter((target) => {
      const [file = '', anchor] = target.split('#');
      const name = file === '' ? guide.name : file.replace(/\.md$/, '');
      if (!names.includes(name) || (file !== '' && !file.endsWith('.md'))) return true;
      const anchors = readGuideFile(guide.language, name).headings.map(({ text }) => anchorOf(text));
      return anchor !== undefined && !anchors.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(titled)('%s calls what is on the screen by its name', (_name, guide) => {
    const unknown = found(guide.prose, /\*\*(.+?)\*\*/g).filter(
      (bold) => !labels.get(guide.language)?.some((isFit) => isFit(bold)),
    );
    expect(unknown).toEqual([]);
  });

  it.each(titled)('%s names calls and screens that exist', async (_name, guide) => {
    const declared = (await contractPaths).map((route) => plainPath(route));
    const whole = [guide.prose, ...guide.blocks.map(({ text }) => text)].join('\n');
    const missing = [
      ...whole.matchAll(/(?:(GET|POST|PUT|PATCH|DELETE) )?(\/(?:api\/v1|health)\/[\w$/{}<>.-]+|\/metrics)/g),
    ]
      .map(([, method, path = '']) => ({ method, path: plainPath(path.replace(/\.$/, '')) }))
      .filter(
        ({ method, path }) =>
          !declared.some((route) => route.endsWith(` ${path}`) && (!method || route.startsWith(method))),
      );
    expect(missing).toEqual([]);
    const paths = new Set<string>(screens.map(({ path }) => path));
    expect(found(whole, /\/#(\/[\w/-]+)/g).filter((path) => !paths.has(path))).toEqual([]);
  });

  it.each(titled)('%s names variables of the environment that exist', async (_name, guide) => {
    const variables = await environmentNames();
    const named = found(guide.prose, /`([A-Z]{2,}(?:_[A-Z]+)*)(?:=\w+)?`/g);
    // Methods of HTTP are written the same way.
    const others = new Set(['GET', 'PUT', 'POST', 'DELETE']);
    expect(named.filter((name) => !variables.includes(name) && !others.has(name))).toEqual([]);
  });

  it.each(guideLanguages)('of operating (%s) names every variable and every command there is', async (language) => {
    const variables = await environmentNames();
    const { prose, blocks } = readGuideFile(language, 'operating');
    const table = found(prose, /^\| (`.*?) \|/gm).join(' ');
    expect(variables.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
    // Read, not imported: the commands bring the whole server along.
    const known = readdirSync(join(root, 'apps/server/src/cli/commands'))
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        found(readFileSync(join(root, 'apps/server/src/cli/commands', file), 'utf8'), /^ {2}name: '(.+)'/gm),
      );
    const code = [prose, ...blocks.map(({ text }) => text)].join('\n');
    const used = found(code, /npm run stellwerk -- ([a-z]+(?: [a-z-]+)?)/g);
    expect(used.filter((words) => !known.some((name) => words === name || words.startsWith(`${name} `)))).toEqual([]);
    expect(
      known.filter((name) => !['start', 'demo remove', 'simulate'].includes(name) && !code.includes(`-- ${name}`)),
    ).toEqual([]);
  });
});
