import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createDispatcher } from './dispatcher.ts';
import { processFlags } from './process.ts';
import { defaultLimits } from './script.ts';
import { body, input, openSandbox, silentLog } from './scripts.fixture.ts';

const sandbox = openSandbox();
afterAll(() => sandbox.close());

const isRoot = process.getuid?.() === 0;
const simple = { script: body('return x'), ...input({ x: 1 }) };

const pidOf = (of: typeof sandbox) => {
  const pid = of.stats().processes[0]?.pid;
  if (pid === undefined) throw new Error('no process runs');
  return pid;
};

describe('the process of the scripts', () => {
  it('has an empty environment but for the channel to its parent', async () => {
    await sandbox.run(simple);
    const environment = readFileSync(`/proc/${pidOf(sandbox)}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean);
    expect(environment.map((entry) => entry.split('=')[0]).sort()).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ]);
  });

  it('has given up the rights of root', async () => {
    await sandbox.run(simple);
    const status = readFileSync(`/proc/${pidOf(sandbox)}/status`, 'utf8');
    const expected = isRoot ? 65534 : process.getuid?.();
    expect(status).toMatch(new RegExp(`^Uid:\\s+${expected}\\s+${expected}\\s+${expected}\\s`, 'm'));
    expect(status).toMatch(/^CapEff:\s+0+$/m);
  });

  it('may neither read other files, nor write, nor start anything', () => {
    const probe = `
      const tried = {};
      const attempt = (name, action) => { try { action(); tried[name] = 'allowed' } catch (error) { tried[name] = error.code } };
      const fs = require('node:fs');
      attempt('passwd', () => fs.readFileSync('/etc/passwd'));
      attempt('hostname', () => fs.readFileSync('/etc/hostname'));
      attempt('environ', () => fs.readFileSync('/proc/self/environ'));
      attempt('server', () => fs.readFileSync(${JSON.stringify(fileURLToPath(new URL('../log/log.ts', import.meta.url)))}));
      attempt('write', () => fs.writeFileSync('/tmp/from-the-sandbox', ''));
      attempt('spawn', () => require('node:child_process').spawnSync('true'));
      attempt('worker', () => new (require('node:worker_threads').Worker)('', { eval: true }));
      attempt('own', () => fs.readFileSync(${JSON.stringify(fileURLToPath(new URL('./child.ts', import.meta.url)))}));
      process.stdout.write(JSON.stringify(tried));`;
    const { stdout } = spawnSync(process.execPath, [...processFlags(), '--eval', probe], { env: {}, cwd: '/' });
    const denied = 'ERR_ACCESS_DENIED';
    expect(JSON.parse(String(stdout))).toEqual({
      passwd: denied,
      hostname: denied,
      environ: denied,
      server: denied,
      write: denied,
      spawn: denied,
      worker: denied,
      own: 'allowed',
    });
  });

  it('runs from a folder that only its owner may enter', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const { resolve } = createRequire(import.meta.url);
    const addon = resolve('isolated-vm');
    const packages = {
      'isolated-vm': addon,
      'node-gyp-build': createRequire(addon).resolve('node-gyp-build'),
      jsonata: resolve('jsonata/package.json'),
    };
    for (const [name, file] of Object.entries(packages)) {
      const filter = (path: string) => !/\/(src|vendor)$|\.tgz$/.test(path);
      cpSync(dirname(file), join(home, 'node_modules', name), { recursive: true, filter });
    }
    cpSync(dirname(fileURLToPath(import.meta.url)), join(home, 'sandbox'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    const userId = isRoot ? 65534 : undefined;
    const main = `
      import { startProcess } from './sandbox/process.ts';
      import { defaultLimits } from './sandbox/script.ts';
      const script = { id: 'a', kind: 'javascript', source: 'return 6 * 7', entry: { form: 'body', parameters: [] } };
      const inputs = [JSON.stringify({ args: {}, nowMs: 0, seed: 0 })];
      const started = startProcess({ limits: defaultLimits, userId: ${userId} }, {
        onReady: () => started.send([{ key: 'a', script, mode: 'together', inputs, count: 1 }], 5000),
        onReply: ({ groups }) => { process.stdout.write(groups[0].outcomes); started.kill() },
        onSlow: () => {},
        onEnd: ({ stderr }) => process.stderr.write(stderr),
      });`;
    writeFileSync(join(home, 'main.ts'), main);
    chmodSync(home, 0o700);
    const { stdout, stderr } = spawnSync(process.execPath, [join(home, 'main.ts')], { encoding: 'utf8' });
    rmSync(home, { recursive: true });
    expect({ stdout, stderr }).toEqual({ stdout: '{"v":42}', stderr: '' });
  });

  it('ends with the server, even when that is killed', async () => {
    const path = JSON.stringify(fileURLToPath(new URL('./scripts.fixture.ts', import.meta.url)));
    const main = `import { body, input, openSandbox } from ${path};
      const sandbox = openSandbox();
      await sandbox.run({ script: body('return 1'), ...input() });
      process.stdout.write(String(sandbox.stats().processes[0].pid));
      process.kill(process.pid, 'SIGKILL');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', main], { encoding: 'utf8' });
    const pid = Number(stdout);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a process that is killed from outside', () => {
  it('costs no call its result, time and again', async () => {
    const first = body('return x');
    const work = body('let sum = 0; for (let i = 0; i < 3e4; i++) sum += i; return x');
    const inputs = Array.from({ length: 600 }, (_, x) => input({ x }));
    for (let round = 0; round < 5; round++) {
      const early = sandbox.runBatch(first, inputs.slice(0, 5));
      const batch = sandbox.runBatch(work, inputs);
      // More calls wait than fit into one message: when the first are answered, the next ones are running.
      await early;
      process.kill(pidOf(sandbox), 'SIGKILL');
      const results = await batch;
      expect(results.map((result) => result.ok && result.value)).toEqual(inputs.map((_, x) => x));
      expect(sandbox.stats().processesEnded).toBe(round + 1);
    }
  });

  it('is replaced when it was idle', async () => {
    const idle = openSandbox();
    await idle.run(simple);
    process.kill(pidOf(idle), 'SIGKILL');
    expect(await idle.run(simple)).toMatchObject({ ok: true, value: 1 });
    await idle.close();
  });
});

describe('a script that ends processes', () => {
  it('is kept to one of them, so that the others serve everybody else', async () => {
    // The time limit is long, so that V8 ends the process because of its memory.
    const pair = openSandbox({ timeoutMs: 5000 }, 2);
    const killer = body('return "x".repeat(2 ** 29 - 30).split("")');
    await pair.run({ script: killer, ...input() });
    const spared = pair.stats().processes[1]?.pid;
    for (let round = 0; round < 3; round++) {
      const [killed, served] = await Promise.all([pair.run({ script: killer, ...input() }), pair.run(simple)]);
      expect(killed).toMatchObject({ code: 'SCRIPT_MEMORY' });
      expect(served).toMatchObject({ ok: true });
    }
    expect(pair.stats().processes[1]?.pid).toBe(spared);
    expect(pair.stats().processesEnded).toBeGreaterThanOrEqual(4);
    await pair.close();
  });
});

describe('a process that cannot start', () => {
  it('fails the calls instead of trying for ever', async () => {
    // This user exists on no system.
    const dispatcher = createDispatcher({ log: silentLog, limits: defaultLimits, processes: 1, userId: -1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const batch = { results: [], open: 1, hung: 0, maxHung: 1, end: resolve };
    const call = {
      key: 'a',
      accountId: 1,
      script: simple.script,
      inputs: '{}',
      count: 1,
      mode: 'together' as const,
      deaths: 0,
    };
    dispatcher.add({ ...call, batch, place: 0 });
    await promise;
    expect(batch).toMatchObject({ open: 1, results: [] });
    expect(dispatcher.stats().processesEnded).toBe(3);
    await dispatcher.close();
  });
});
