import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findCircles, findViolations } from './boundaries.ts';
import { root } from './steps.ts';

const ignored = /(^|\/)(node_modules|dist|\.git|\.data|\.cache|shots)(\/|$)/;
const allFiles = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !ignored.test(file));
const sources = allFiles.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
/** This file names what it forbids. */
const others = sources.filter((file) => file !== 'scripts/architecture.test.ts');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || /\/test(ing)?\//.test(file);

const filesWith = (pattern: RegExp, files: string[]) => files.filter((file) => pattern.test(read(file)));

/** Sources are planted in a copy, because the types and the boundaries of the original are checked at the same time. */
const copy = mkdtempSync(join(tmpdir(), 'stellwerk-planted-'));
beforeAll(() => {
  const parts = ['apps/server/src', 'apps/web/src', 'biome.json', '.gitignore', 'package.json'];
  for (const part of [...parts, '.dependency-cruiser.cjs', '.dependency-cruiser.circles.cjs']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

function plant(file: string, source: string): void {
  writeFileSync(join(copy, file), source);
  onTestFinished(() => rmSync(join(copy, file)));
}

describe('the boundaries', () => {
  it('catch a forbidden import', async () => {
    const folder = 'apps/server/src/platform/clock';
    plant(`${folder}/planted.ts`, "export { users } from '../../features/users/index.ts';\n");
    expect((await findViolations([folder], copy)).violations).toContain(
      `platform-knows-no-feature: ${folder}/planted.ts → apps/server/src/features/users/index.ts`,
    );
  }, 60_000);

  it('catch a circle between folders of the platform', async () => {
    const platform = 'apps/server/src/platform';
    plant(`${platform}/clock/planted-circle.ts`, "export type { ServerConfig } from '../feature/context.ts';\n");
    const circles = await findCircles([platform], copy);
    expect(circles).toContain(`platform-folders-form-no-circle: ${platform}/clock → ${platform}/feature`);
  }, 60_000);

  it('catch a circle between features of the web', async () => {
    const features = 'apps/web/src/features';
    // Rules import twins through states, too: the circle is found however long it is.
    plant(`${features}/twins/planted-circle.ts`, "export const load = () => import('../rules/index.ts');\n");
    const circles = await findCircles([features], copy);
    expect(circles).toContain(`web-features-form-no-circle: ${features}/twins → ${features}/rules`);
    expect(circles).toContain(`web-features-form-no-circle: ${features}/states → ${features}/twins`);
  }, 60_000);
});

describe('the fields of the web', () => {
  it.each([
    ['a raw text field', "export { TextField } from '@mui/material';\n"],
    ['one that is imported by its own path', "export { default as Field } from '@mui/material/TextField';\n"],
  ])('catch %s in a feature', (_, source) => {
    const planted = 'apps/web/src/features/twins/planted-field.ts';
    plant(planted, source);
    const biome = join(root, 'node_modules/.bin/biome');
    const { status, stdout } = spawnSync(biome, ['lint', '--reporter=json', planted], { cwd: copy, encoding: 'utf8' });
    expect(stdout).toContain('lint/style/noRestrictedImports');
    expect(status).toBe(1);
  });

  it('leave out the kit in three files, each with its reason', () => {
    const suppressed = filesWith(/biome-ignore lint\/style\/noRestrictedImports: \w+/, others);
    expect(suppressed.map((file) => file.split('/').at(-1)).sort()).toEqual([
      'LoginField.tsx',
      'NameInput.tsx',
      'PanelInput.tsx',
    ]);
  });
});

describe('the sources', () => {
  it('hold no file over 500 lines', () => {
    const long = sources.filter((file) => !isTest(file) && read(file).split('\n').length > 501);
    expect(long).toEqual([]);
  });

  it('leave nothing to do behind', () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b/;
    expect(filesWith(marks, others)).toEqual([]);
  });

  it('skip, single out and retry no test', () => {
    const pattern = /\b(it|test|describe)\.(skip|only|todo|fails)\b|retry: *[1-9]|waitForTimeout\(/;
    expect(filesWith(pattern, others)).toEqual([]);
  });

  it('use the roles of files that the style guide names', () => {
    const known =
      /^(routes|service|store|policy|table|view|events|job|snapshot|test|db\.test|queries|setup|config|conformance|fixture|e2e|d)$/;
    const odd = sources
      .filter((file) => /^apps\/(server|web)\/src\/(features|platform)\//.test(file) && file.endsWith('.ts'))
      .filter((file) => {
        const [, ...role] = (file.split('/').at(-1) ?? '').replace(/\.ts$/, '').split('.');
        return role.length > 0 && !known.test(role.join('.'));
      });
    expect(odd).toEqual([]);
  });

  it('call the server in one place of the web, and nobody in the server', () => {
    const web = sources.filter((file) => /^apps\/web\/src\/(features|ui|app|lib)\//.test(file) && !isTest(file));
    expect(filesWith(/\bfetch\(/, web)).toEqual([
      // Whether the page itself can be loaded again; no call of the API.
      'apps/web/src/app/release.ts',
      'apps/web/src/lib/api.ts',
      // The bundled base map, a file like a font.
      'apps/web/src/ui/map/base-style.ts',
    ]);
    const server = sources.filter((file) => file.startsWith('apps/server/src/') && !isTest(file));
    expect(filesWith(/\bfetch\(|new WebSocket\(/, server)).toEqual([]);
  });

  it('never evaluate text and never write raw HTML', () => {
    const product = sources.filter((file) => /^(apps|packages)\//.test(file) && !isTest(file));
    expect(filesWith(/dangerouslySetInnerHTML|new Function\(|\.innerHTML\s*=|from 'node:vm'/, product)).toEqual([]);
  });

  it('keep colours in the theme', () => {
    const components = sources.filter(
      (file) => /^apps\/web\/src\/(features|app|ui)\//.test(file) && !/\/ui\/theme\//.test(file),
    );
    expect(
      filesWith(
        /['"`]#[0-9a-fA-F]{3,8}['"`]/,
        components.filter((file) => !isTest(file)),
      ),
    ).toEqual([]);
  });
});

describe('the texts', () => {
  const keysOf = (value: unknown, path = ''): string[] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}${key}.`))
      : [path];
  const german = allFiles.filter((file) => /\/locales\/(.*\.)?de\.json$/.test(file));

  it('exist in both languages with the same keys', () => {
    expect(german.length).toBeGreaterThan(2);
    for (const file of german) {
      const english = file.replace(/de\.json$/, 'en.json');
      expect(keysOf(JSON.parse(read(english))).sort(), english).toEqual(keysOf(JSON.parse(read(file))).sort());
    }
  });

  it('are never empty', () => {
    const files = german.flatMap((file) => [file, file.replace(/de\.json$/, 'en.json')]);
    expect(files.filter((file) => /:\s*""/.test(read(file)))).toEqual([]);
  });
});

describe('the migrations', () => {
  const folder = 'apps/server/migrations';
  const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(read(`${folder}/meta/_journal.json`));
  const filesIn = (path: string) => readdirSync(join(root, path)).filter((file) => /\.(sql|json)$/.test(file));

  it('keep one snapshot, that of the newest step', () => {
    const newest = String(journal.entries.at(-1)?.idx).padStart(4, '0');
    expect(filesIn(`${folder}/meta`).sort()).toEqual([`${newest}_snapshot.json`, '_journal.json']);
  });

  it('are the files that the journal names', () => {
    expect(filesIn(folder).sort()).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`));
  });
});

describe('install scripts of packages', () => {
  const manifest: { allowScripts?: Record<string, boolean> } = JSON.parse(read('package.json'));
  const lock: { packages: Record<string, { hasInstallScript?: true }> } = JSON.parse(read('package-lock.json'));
  const withScript = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1) ?? path);
  const listed = manifest.allowScripts ?? {};

  it('are decided one by one: the list in package.json names exactly the packages that have one', () => {
    expect(withScript.length).toBeGreaterThan(0);
    expect(Object.keys(listed).sort()).toEqual([...new Set(withScript)].sort());
  });

  it('run for no package: an npm that does not know the list runs none either', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(Object.keys(listed).filter((name) => listed[name])).toEqual([]);
  });
});
