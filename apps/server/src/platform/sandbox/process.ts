import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BatchReply, BatchRequest, GroupRequest, ProcessOptions, ReadyMessage } from './protocol.ts';

const startTimeoutMs = 15_000;
const stderrLength = 2000;
const maxExtensions = 5;
const folder = dirname(fileURLToPath(import.meta.url));

export interface ProcessEnd {
  /** timeout and memory: it was killed for that; exit: it ended by itself, or somebody else killed it. */
  cause: 'timeout' | 'memory' | 'exit';
  signal: NodeJS.Signals | null;
  wasReady: boolean;
  /** Others may have left something in it. */
  hasWorked: boolean;
  /** How long it had worked on its batch. */
  busyMs: number;
  /** What it held when it was killed. */
  residentBytes: number;
  stderr: string;
}

export interface SandboxProcess {
  readonly pid: number | undefined;
  readonly isolates: number;
  isIdle(): boolean;
  /** Whether it should still have the script of this key. */
  knows(key: string): boolean;
  /** Gives up on the process when there is no reply in time. */
  send(groups: GroupRequest[], deadlineMs: number): void;
  /** Kills it when it holds more memory than it may. */
  watchMemory(): void;
  kill(): void;
}

export interface ProcessEvents {
  onReady(): void;
  onReply(reply: BatchReply): void;
  onEnd(end: ProcessEnd): void;
}

/** Exactly the files that the process loads; the last one is read by the loader of isolated-vm. */
function readableFiles(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const addon = resolve('isolated-vm');
  const packages = [addon, createRequire(addon).resolve('node-gyp-build'), resolve('jsonata/package.json')];
  const manifests: string[] = [];
  for (let parent = folder; parent !== dirname(parent); parent = dirname(parent)) {
    manifests.push(join(parent, 'package.json'));
  }
  return [folder, ...packages.map(dirname)].map((path) => join(path, '*')).concat(manifests, '/etc/alpine-release');
}

/** No files but those, no writing, no other processes, no workers; Node 24 cannot forbid the network by itself. */
export function processFlags(): string[] {
  return [
    // isolated-vm does not work with Node's start-up snapshot.
    '--no-node-snapshot',
    '--permission',
    '--allow-addons',
    '--disable-warning=PERM0001',
    ...readableFiles().map((path) => `--allow-fs-read=${path}`),
  ];
}

// Outside of Linux these are unknown; the other limits still hold.
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
}

function processorMs(pid: number): number | undefined {
  // Fields 14 and 15, counted after the name in brackets, in ticks of 10 ms.
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

// When memory runs out the kernel should take the process that runs foreign scripts, not the server.
function offerToKernel(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // As above.
  }
}

export function startProcess(options: ProcessOptions, events: ProcessEvents): SandboxProcess {
  const child = fork(join(folder, 'child.ts'), [JSON.stringify(options)], {
    execArgv: processFlags(),
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const pid = child.pid ?? 0;
  const known = new Set<string>();
  const result: ProcessEnd = {
    cause: 'exit',
    signal: null,
    wasReady: false,
    hasWorked: false,
    busyMs: 0,
    residentBytes: 0,
    stderr: '',
  };
  let state: 'starting' | 'idle' | 'busy' | 'ended' = 'starting';
  let keys: string[] = [];
  let isolates = 0;
  let processorMsBefore = 0;
  let sentMs = performance.now();

  function kill(cause: ProcessEnd['cause']) {
    if (state === 'ended') return;
    result.cause = cause;
    result.residentBytes = residentBytes(pid);
    child.kill('SIGKILL');
  }

  let deadline = setTimeout(kill, startTimeoutMs, 'timeout');
  if (pid > 0) offerToKernel(pid);

  /** On a busy machine a process may have had no time to answer: then the deadline moves, up to a point. */
  function watchTime(deadlineMs: number, extensions = maxExtensions) {
    deadline = setTimeout(() => {
      const workedMs = (processorMs(pid) ?? Number.POSITIVE_INFINITY) - processorMsBefore;
      if (extensions > 0 && workedMs < deadlineMs / 2) watchTime(deadlineMs, extensions - 1);
      else kill('timeout');
    }, deadlineMs);
  }

  function end(signal: NodeJS.Signals | null) {
    if (state === 'ended') return;
    result.signal = signal;
    if (state === 'busy') result.busyMs = performance.now() - sentMs;
    state = 'ended';
    clearTimeout(deadline);
    events.onEnd(result);
  }

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    result.stderr = (result.stderr + text).slice(-stderrLength);
  });
  child.on('error', (error) => {
    result.stderr += error.message;
    if (child.pid === undefined) end(null);
  });
  child.on('close', (_, signal) => end(signal));
  child.on('message', (message: ReadyMessage | BatchReply) => {
    clearTimeout(deadline);
    state = 'idle';
    processorMsBefore = message.processorMs;
    if ('ready' in message) {
      result.wasReady = true;
      events.onReady();
      return;
    }
    result.hasWorked = true;
    isolates = message.isolates;
    for (const [index, { rest }] of message.groups.entries()) if (rest === 'unknown') known.delete(keys[index] ?? '');
    events.onReply(message);
  });

  function remember(key: string) {
    known.delete(key);
    known.add(key);
    // It forgets in the same order.
    const [oldest] = known;
    if (known.size > options.limits.isolates && oldest !== undefined) known.delete(oldest);
  }

  return {
    pid: child.pid,
    get isolates() {
      return isolates;
    },
    isIdle: () => state === 'idle',
    knows: (key) => known.has(key),
    send(groups, deadlineMs) {
      state = 'busy';
      keys = groups.map(({ key }) => key);
      keys.forEach(remember);
      sentMs = performance.now();
      watchTime(deadlineMs);
      const request: BatchRequest = { groups };
      // One that has just ended cannot take it: `close` follows and hands the calls back.
      child.send(request, () => {});
    },
    watchMemory() {
      if (state === 'busy' && residentBytes(pid) > options.limits.processMemoryMb * 1024 * 1024) kill('memory');
    },
    kill: () => kill('exit'),
  };
}
