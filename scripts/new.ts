import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

const [kind, name = ''] = process.argv.slice(2);
if (kind !== 'feature' || !/^[a-z][a-z-]+$/.test(name)) {
  console.error('Usage: npm run new feature <name>, where the name is a noun of the specification in kebab-case');
  process.exit(2);
}

const noun = name.replace(/s$/, '');
const pascal = noun.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase());
const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);

const files: Record<string, string> = {
  [`packages/contract/src/${noun}.ts`]: `import { z } from 'zod';
import { listOf, listQuery } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';

export const ${camel} = z.object({ id: z.int(), name: z.string() });
export type ${pascal} = z.output<typeof ${camel}>;

export const list${pascal}s = defineRoute({
  method: 'GET',
  path: '/api/v1/${noun}',
  tag: '${name}',
  summary: '',
  permission: 'all.manage',
  query: listQuery,
  response: listOf(${camel}),
});
`,
  [`apps/server/src/features/${name}/${noun}.routes.ts`]: `import { list${pascal}s } from '@stellwerk/contract/${noun}';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { find${pascal}s } from './${noun}.service.ts';

export const ${camel}Routes = (): HandledRoute[] => [handle(list${pascal}s, (ctx, { query }) => find${pascal}s(ctx, query))];
`,
  [`apps/server/src/features/${name}/index.ts`]: `export { ${camel}Routes } from './${noun}.routes.ts';
`,
  [`apps/web/src/features/${name}/locales/de.json`]: '{}\n',
  [`apps/web/src/features/${name}/locales/en.json`]: '{}\n',
};

for (const [file, content] of Object.entries(files)) {
  const path = join(root, file);
  if (existsSync(path)) {
    console.error(`${file} exists already`);
    process.exit(1);
  }
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  console.log(file);
}
console.log(`Next: a table, a store, a service with tests, and a line in apps/server/src/roles/api.ts.`);
