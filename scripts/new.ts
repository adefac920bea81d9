import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newPlugin } from './new-plugin.ts';
import { root, run } from './steps.ts';

const kinds = readdirSync(join(root, 'scripts/templates'));
const [kind = '', name = ''] = process.argv.slice(2);
if (await newPlugin(kind, name)) process.exit();
if (!kinds.includes(kind) || !/^[a-z]+(-[a-z]+)*s$/.test(name)) {
  console.error(
    `Usage: npm run new <${kinds.join(' | ')}> <name>, in kebab-case; a feature is named by a noun in the plural`,
  );
  process.exit(2);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (words: string) => words.split('-').map(capital).join('');
const camel = (words: string) => words.split('-')[0] + pascal(words.split('-').slice(1).join('-'));
const noun = name.replace(/ies$/, 'ys').replace(/s$/, '');
const forms: Record<string, string> = {
  nouns: name,
  noun,
  Nouns: pascal(name),
  Noun: pascal(noun),
  camels: camel(name),
  camel: camel(noun),
  words: noun.replaceAll('-', ' '),
  'plural words': name.replaceAll('-', ' '),
  'Plural words': capital(name.replaceAll('-', ' ')),
  table: name.replaceAll('-', '_'),
};
const fill = (text: string) => text.replace(/__([\w ]+?)__/g, (place, form: string) => forms[form] ?? place);

/** Templates are in the folders of their target, with placeholders such as `__noun__` in names and texts. */
const templates = join(root, 'scripts/templates', kind);
const files = readdirSync(templates, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((source) => ({ source, target: fill(source.slice(templates.length + 1)).replace(/\.txt$/, '') }));

const taken = files.filter(({ target }) => existsSync(join(root, target)));
if (taken.length > 0) {
  console.error(`There already: ${taken.map(({ target }) => target).join(', ')}`);
  process.exit(1);
}

const written: string[] = [];
for (const { source, target } of files) {
  mkdirSync(dirname(join(root, target)), { recursive: true });
  writeFileSync(join(root, target), fill(readFileSync(source, 'utf8')));
  written.push(target);
}

await run('biome', ['check', '--write', '--log-level=error', ...written]);

console.log(`${written.join('\n')}

Next:
- the columns in ${fill('__noun__.table.ts')}, then npm run db:generate -- --name ${forms.table}
- the permission and the fields in ${fill('packages/contract/src/__noun__.ts')}
- the German words in locales/de.json and locales/activity.de.json
- a code of its own instead of OBJECT_NOT_FOUND in errors.ts, where the specification names one`);
