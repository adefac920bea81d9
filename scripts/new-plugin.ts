import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './steps.ts';

/** Naming rules for each kind of plug-in. */
const kinds: Record<string, { name: RegExp; hint: string; next: string }> = {
  connector: {
    name: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    hint: 'in kebab-case',
    next: `- the protocol in server.ts, its options, ports and secrets in manifest.ts, its peer in conformance.ts
- the words in locales and README.md; ports and their settings also in the guide to operating`,
  },
  command: {
    name: /^[a-z][a-zA-Z0-9]*$/,
    hint: 'in camelCase',
    next: `- the options in manifest.ts, the fields of its form in web.tsx, the command itself in server.ts
- the words in locales and README.md`,
  },
  widget: {
    name: /^[a-z][a-zA-Z0-9]*$/,
    hint: 'in camelCase',
    next: `- the options in manifest.ts, the data in data.ts and server.ts, the picture and the editor's tabs in web.tsx
- the words in locales and README.md`,
  },
};

/**
 * Writes the folder of a new plug-in below `target`. No other file changes, because plug-ins are discovered by folder.
 */
export function writePlugin(kind: string, name: string, target: string): string[] {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');
  const forms: Record<string, string> = {
    name,
    Title: words.charAt(0).toUpperCase() + words.slice(1),
    SETTING: `${words.replaceAll(' ', '_').toUpperCase()}_PORT`,
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

/** `npm run new connector|command|widget <name>`; returns false for other kinds. */
export async function newPlugin(kind: string, name: string): Promise<boolean> {
  const rules = kinds[kind];
  if (!rules) return false;
  if (!rules.name.test(name)) {
    console.error(`Usage: npm run new ${kind} <name>, where the name is ${rules.hint}`);
    process.exit(2);
  }
  try {
    const written = writePlugin(kind, name, root);
    await run('biome', ['check', '--write', '--log-level=error', ...written]);
    console.log(`${written.join('\n')}\n\nNext:\n${rules.next}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  return true;
}
