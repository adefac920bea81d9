// Entry point of all npm scripts. Runs on any Node >= 20 without dependencies, and starts the Node version that npm
// installs with the program.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, 'node_modules/.bin/node');
const [command, ...args] = process.argv.slice(2);

// Packets in progress outlive the young generation of a small heap: each would be copied to the old generation, which
// then needs constant collection. Allocation-site pretenuring would also place them there. The Dockerfile and the bench
// use the same flags.
const serverFlags = ['--max-semi-space-size=128', '--no-allocation-site-pretenuring'];

const commands = {
  start: { script: 'apps/server/src/main.ts', build: true, flags: serverFlags },
  dev: { script: 'scripts/dev.ts' },
  // Builds the web client beside other steps.
  test: { script: 'scripts/test.ts' },
  build: { build: true },
  'test:faults': { script: 'scripts/test-faults.ts' },
  stellwerk: { script: 'apps/server/src/cli/cli.ts' },
  simulate: { script: 'apps/server/src/cli/cli.ts', words: ['simulate'] },
  check: { script: 'scripts/check.ts' },
  shots: { script: 'scripts/shots.ts', build: true },
  bench: { script: 'scripts/bench.ts' },
  new: { script: 'scripts/new.ts' },
  'db:generate': { script: 'scripts/db-generate.ts' },
};

function stop(message) {
  console.error(message);
  process.exit(1);
}

function run(program, programArgs, failure) {
  const done = spawnSync(program, programArgs, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) stop(failure);
}

const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * Installs the lockfile, once per lockfile. Not `npm ci`, which requires an entry for the optional package of every
 * platform; a lockfile contains only those that its registry had.
 */
function install() {
  const stamp = join(root, 'node_modules/.stellwerk-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (stampOf(stamp) === wanted) return;
  console.log('Installing packages …');
  run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed.',
  );
  if (!existsSync(node)) stop(`There is no Node 24 package for ${process.platform}-${process.arch}.`);
  writeFileSync(stamp, wanted);
}

function* filesBelow(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const entry of readdirSync(path).sort()) {
    if (entry !== 'node_modules' && entry !== 'dist') yield* filesBelow(join(path, entry));
  }
}

/** Builds the web client if its sources have changed since the last build; tests ask for a build with the gallery. */
function buildWeb() {
  const hash = createHash('sha256').update(process.env.VITE_GALLERY ?? '');
  for (const part of [
    'apps/web',
    'packages/contract',
    'plugins',
    'docs/guides',
    'package-lock.json',
    'scripts/build-web.ts',
  ]) {
    for (const file of filesBelow(join(root, part))) {
      hash.update(file.slice(root.length)).update(readFileSync(file));
    }
  }
  const stamp = join(root, 'apps/web/dist/.stamp');
  const wanted = hash.digest('hex');
  if (stampOf(stamp) === wanted) return;
  console.log('Building the web client …');
  run(node, [join(root, 'scripts/build-web.ts')], 'The web client could not be built.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

const chosen = commands[command];
if (!chosen) stop(`Usage: npm run <${Object.keys(commands).join(' | ')}>`);
if (Number.parseInt(process.versions.node, 10) < 20) stop('Stellwerk needs Node 20 or newer to begin with.');
install();
if (chosen.build) buildWeb();
if (!chosen.script) process.exit(0);
// Relative paths such as DATA_DIR are relative to the folder the command was typed in.
const child = spawn(node, [...(chosen.flags ?? []), resolve(root, chosen.script), ...(chosen.words ?? []), ...args], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    // Caches compiled code between starts, which saves about a second on a slow machine.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
  },
});
// Ctrl-C reaches the whole process group; other signals to this process are forwarded. Either way it waits for the
// child.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
