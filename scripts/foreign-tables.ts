import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from './steps.ts';

const features = 'apps/server/src/features';
const tableDeclaration = /export const (\w+)\s*=\s*pgTable\(/g;
const namedImport = /import\s+\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;

const featureOf = (file: string) =>
  file.startsWith(`${features}/`) ? file.slice(features.length + 1).split('/')[0] : undefined;

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Names of all tables that features declare. */
function featureTables(files: readonly string[], read: (file: string) => string): Set<string> {
  const declared = files
    .filter((file) => file.endsWith('.table.ts'))
    .flatMap((file) => [...read(file).matchAll(tableDeclaration)].map(([, name = '']) => name));
  return new Set(declared);
}

/** Stores that import tables of other features, instead of reading their views or calling their functions. */
export function storesWithForeignTables(
  files: readonly string[] = filesIn(features),
  read = (file: string) => readFileSync(join(root, file), 'utf8'),
): string[] {
  const tables = featureTables(files, read);
  const importsForeign = (file: string) =>
    [...read(file).matchAll(namedImport)].some(([, names = '', target = '']) => {
      const imported = featureOf(normalize(join(dirname(file), target)));
      const isForeign = imported !== undefined && imported !== featureOf(file);
      return isForeign && names.split(',').some((name) => tables.has(name.trim().split(' as ')[0] ?? ''));
    });
  const stores = files.filter((file) => file.endsWith('.store.ts') && !/\/test(ing)?\//.test(file));
  return stores.filter(importsForeign).sort();
}
