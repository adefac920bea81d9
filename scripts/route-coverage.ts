import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoute, type Route } from '../packages/contract/src/core/route.ts';
import { root } from './steps.ts';

/** All routes of the contract, found by loading its files. */
export async function declaredRoutes(): Promise<Route[]> {
  const folder = join(root, 'packages/contract/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(files.map((file) => import(join(folder, file))));
  return modules.flatMap((module: object) => Object.values(module).filter(isRoute));
}

/** Fails if a declared route never returned 2xx or a redirect in any test, because it may be a stub. */
export async function declaredMeansWorking(record: string): Promise<boolean> {
  const answered = new Set(
    readFileSync(record, 'utf8')
      .split('\n')
      .filter((line) => / (2\d\d|302)$/.test(line))
      .map((line) => line.slice(0, -4)),
  );
  const declared = (await declaredRoutes()).map((route) => `${route.method} ${route.path}`);
  const silent = declared.filter((name) => !answered.has(name));
  console.log(`${declared.length - silent.length} of ${declared.length} declared routes answered 2xx`);
  for (const name of silent) console.error(`never answered 2xx: ${name}`);
  return declared.length > 0 && silent.length === 0;
}
