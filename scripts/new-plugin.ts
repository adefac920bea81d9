import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './steps.ts';

const kinds = ['connector'];

/** Writes the folder of a new plug-in below `target`. No other file has to be edited: plug-ins are found by their folder. */
export function writePlugin(kind: string, name: string, target: string): string[] {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const forms: Record<string, string> = {
    name,
    Title: title,
    SETTING: `${name.replaceAll('-', '_').toUpperCase()}_PORT`,
  };
  const fill = (text: string) => text.replace(/__(\w+?)__/g, (place, form: string) => forms[form] ?? place);
  const templates = join(root, 'scripts/templates', kind);
  const files = readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((source) => ({ source, file: fill(source.slice(templates.length + 1)).replace(/\.txt$/, '') }));
  const taken = files.filter(({ file }) => existsSync(join(target, file)));
  if (taken.length > 0) throw new Error(`There already: ${taken.map(({ file }) => file).join(', ')}`);
  for (const { source, file } of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), fill(readFileSync(source, 'utf8')));
  }
  return files.map(({ file }) => file).sort();
}

/** `npm run new connector <name>`; false when it is no kind of plug-in. */
export async function newPlugin(kind: string, name: string): Promise<boolean> {
  if (!kinds.includes(kind)) return false;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    console.error(`Usage: npm run new ${kind} <name>, where the name is in kebab-case`);
    process.exit(2);
  }
  try {
    const written = writePlugin(kind, name, root);
    await run('biome', ['check', '--write', '--log-level=error', ...written]);
    console.log(`${written.join('\n')}

Next:
- the protocol in server.ts, its options, ports and secrets in manifest.ts, its peer in conformance.ts
- the words in locales and README.md; ports and their settings also in the guide to operating`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  return true;
}
