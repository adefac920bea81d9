import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './steps.ts';

const home = 'apps/server/src/ingest/newest/';
const folders = ['apps', 'bench', 'e2e', 'packages', 'plugins', 'scripts'];
const tableFile = /\bpgTable\(\s*'(\w+)'/g;

function codeIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Names of the tables, including those of foreign keys, which other folders declare. */
const declaredIn = (content: string) => [...content.matchAll(tableFile)].map(([, name = '']) => name);

/** Files outside of the folder of newest values that contain the names of its tables, in SQL or in code. */
export function filesWithNewestTables(
  files: readonly string[] = folders.flatMap(codeIn),
  read = (file: string) => readFileSync(join(root, file), 'utf8'),
): string[] {
  const others = files.filter((file) => !file.startsWith(home));
  const tables = files
    .filter((file) => file.startsWith(home) && file.endsWith('.table.ts'))
    .flatMap((file) => declaredIn(read(file)));
  const shared = new Set(others.filter((file) => file.endsWith('.table.ts')).flatMap((file) => declaredIn(read(file))));
  const own = tables.filter((name) => !shared.has(name));
  const named = new RegExp(`\\b(${own.join('|')})\\b`);
  return own.length === 0 ? [] : others.filter((file) => named.test(read(file))).sort();
}
