import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './steps.ts';

const kinds = readdirSync(join(root, 'scripts/templates'));
const [kind = '', name = ''] = process.argv.slice(2);
if (!kinds.includes(kind) || !/^[a-z][a-z-]+$/.test(name)) {
  console.error(
    `Usage: npm run new <${kinds.join(' | ')}> <name>, where the name is a noun in the plural, in kebab-case`,
  );
  process.exit(2);
}

const noun = name.replace(/s$/, '');
const words = noun.split('-');
const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
const forms: Record<string, string> = {
  nouns: name,
  noun,
  Noun: pascal,
  camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
  table: name.replaceAll('-', '_'),
  CODE: `${words.join('_').toUpperCase()}_NOT_FOUND`,
};
const fill = (text: string) => text.replace(/__(\w+?)__/g, (place, form: string) => forms[form] ?? place);

/** The templates lie in the folders that their files go to, with `__noun__` and the like in names and texts. */
const templates = join(root, 'scripts/templates', kind);
for (const entry of readdirSync(templates, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const source = join(entry.parentPath, entry.name);
  const target = fill(source.slice(templates.length + 1)).replace(/\.txt$/, '');
  if (existsSync(join(root, target))) {
    console.error(`${target} exists already`);
    process.exit(1);
  }
  mkdirSync(dirname(join(root, target)), { recursive: true });
  writeFileSync(join(root, target), fill(readFileSync(source, 'utf8')));
  console.log(target);
}
console.log(`
Next:
- packages/contract/src/core/id.ts: add the noun; errors.ts and locales/errors.*.json: add ${forms.CODE}
- npm run db:generate -- --name ${forms.table}
- apps/server/src/roles/api.ts: add the routes and the guard; apps/server/test/noun-factories.ts: add a factory
- apps/web/src/features/${name}: pages in routes.tsx, texts in locales/`);
