import { screens } from '@stellwerk/contract/screens';
import { describe, expect, it } from 'vitest';
import { navigation } from '../app/navigation.ts';

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<Texts>(
  [
    '../app/locales/*.json',
    '../ui/locales/*.json',
    '../features/*/locales/*.json',
    '../../../../plugins/connectors/*/locales/*.json',
    '../../../../plugins/commands/*/locales/*.json',
    '../../../../plugins/widgets/*/locales/*.json',
  ],
  { eager: true, import: 'default' },
);
const sources = import.meta.glob<string>(
  [
    '../app/**/*.{ts,tsx}',
    '../features/**/*.{ts,tsx}',
    '../ui/**/*.{ts,tsx}',
    '../../../../plugins/connectors/*/web.tsx',
    '../../../../plugins/commands/*/web.tsx',
    '../../../../plugins/widgets/*/web.tsx',
  ],
  { eager: true, query: '?raw', import: 'default' },
);

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

/** Plug-ins have their own namespaces, see `lib/i18n.ts`. */
const namespaceIn = (file: string, folder: string) => {
  const [, kind] = /\/plugins\/(\w+)s\//.exec(file) ?? [];
  return kind ? `${kind}-${folder}` : folder;
};

/** Namespace, then language: `../features/home/locales/de.json` is home, de. */
const texts = new Map<string, Map<string, Map<string, string>>>();
for (const [file, content] of Object.entries(files)) {
  const [language, , folder] = file.replace('.json', '').split('/').reverse();
  if (!language || !folder) throw new Error(`Unexpected place for texts: ${file}`);
  // `activity.de` of another feature belongs to the namespace `activity`.
  const [spoken = language, added] = language.split('.').reverse();
  const namespace = added ?? namespaceIn(file, folder);
  const ofNamespace = texts.get(namespace) ?? new Map<string, Map<string, string>>();
  const known = ofNamespace.get(spoken) ?? [];
  texts.set(namespace, ofNamespace.set(spoken, new Map([...known, ...flatten(content)])));
}

const keysOf = (namespace: string, language: string) => [...(texts.get(namespace)?.get(language)?.keys() ?? [])];
const placeholdersIn = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

describe.each([...texts.keys()])('texts of %s', (namespace) => {
  it('have the same keys in both languages', () => {
    expect(keysOf(namespace, 'de').sort()).toEqual(keysOf(namespace, 'en').sort());
    expect(keysOf(namespace, 'de').length).toBeGreaterThan(0);
  });

  it('have the same placeholders in both languages, and are not empty', () => {
    for (const [key, german] of texts.get(namespace)?.get('de') ?? []) {
      const english = texts.get(namespace)?.get('en')?.get(key) ?? '';
      expect([key, placeholdersIn(german)]).toEqual([key, placeholdersIn(english)]);
      expect([key, german.trim() !== '' && english.trim() !== '']).toEqual([key, true]);
    }
  });
});

describe('texts of the frame', () => {
  it('contain every screen and every part of the drawer', () => {
    const keys = new Set(keysOf('app', 'de'));
    const headings = navigation().flatMap(({ items }) =>
      items.flatMap((item) => ('heading' in item ? item.heading : [])),
    );
    const wanted = [
      ...screens.map((screen) => `screens.${screen.path}`),
      ...navigation().map(({ name }) => `groups.${name}`),
      ...headings.map((heading) => `headings.${heading}`),
    ];
    expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
  });
});

describe('text keys in the code', () => {
  const plurals = ['', '_one', '_other', '_zero'];
  const used = Object.entries(sources).flatMap(([file, source]) => {
    const ofPlugin = file.endsWith('/web.tsx') ? namespaceIn(file, file.split('/').at(-2) ?? '') : 'app';
    const own = source.match(/useTranslation\(\[?'(\w[\w-]*)'/)?.[1] ?? ofPlugin;
    // A call with `returnObjects` reads all texts below its key.
    return [...source.matchAll(/\bt\('([^']+)'(?!, \{ returnObjects)/g)].map(([, key = '']) => {
      const [namespace, name] = key.includes(':') ? key.split(':') : [own, key];
      return { file, namespace: namespace ?? own, name: name ?? key };
    });
  });

  it('all have a text', () => {
    const missing = used.filter(({ namespace, name }) => {
      const keys = texts.get(namespace)?.get('de');
      return !plurals.some((plural) => keys?.has(`${name}${plural}`));
    });
    expect(missing).toEqual([]);
    expect(used.length).toBeGreaterThan(20);
  });
});
