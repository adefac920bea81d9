import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BatchReply,
  type BatchRequest,
  type GroupRequest,
  type ProcessOptions,
  type ReadyMessage,
  type StepMessage,
  stepNoticeMs,
} from './protocol.ts';
import { starvedFactor } from './script.ts';

const startTimeoutMs = 15_000;
const stderrLength = 2000;
/** Compiling the longest sources takes longer than a call may; this multiple of the call limit is enough for them. */
const compileFactor = 4;
const shortestCheckMs = 10;
const folder = dirname(fileURLToPath(import.meta.url));

export interface ProcessEnd {
  /**
   * timeout and memory: killed for exceeding that limit; stall: no reply, although it got hardly any processor time;
   * exit: ended by itself or killed from outside.
   */
  cause: 'timeout' | 'memory' | 'stall' | 'exit';
  signal: NodeJS.Signals | null;
  wasReady: boolean;
  /** True if earlier calls ran in the process and may have left memory behind. */
  hasWorked: boolean;
  /** How long the process had worked on its batch. */
  busyMs: number;
  /** Memory that the process held when it was killed. */
  residentBytes: number;
  stderr: string;
}

export interface SandboxProcess {
  readonly pid: number | undefined;
  readonly isolates: number;
  isIdle(): boolean;
  /** True if the process should still have the script with this key. */
  knows(key: string): boolean;
  /** Sends calls. Kills the process if one of them uses more than this processor time plus a grace period. */
  send(groups: GroupRequest[], callMs: number): void;
  /** Kills the process if it holds more memory than allowed. */
  watchMemory(): void;
  kill(): void;
}

export interface ProcessEvents {
  onReady(): void;
  /** A call has used half of its limit, so the process may have to be killed soon. */
  onSlow(): void;
  onReply(reply: BatchReply): void;
  onEnd(end: ProcessEnd): void;
}

/** Exactly the files that the process loads; isolated-vm's loader reads the last one. */
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

/** Allows no other files, no writing, no child processes and no workers. Node 24 cannot block the network itself. */
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

// These files do not exist outside of Linux; the other limits still apply there.
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

/** Processor time of the main thread, which runs the scripts; garbage collector threads also work for other calls. */
function processorMs(pid: number): number | undefined {
  // Fields 14 and 15, counted after the name in brackets, in ticks of 10 ms.
  const fields = readProc(pid, `task/${pid}/stat`).split(') ')[1]?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

// When memory runs out, the kernel should kill the process that runs foreign scripts, not the server.
function offerToKernel(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The file does not exist outside of Linux.
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
  let callMs = options.limits.timeoutMs;

  function kill(cause: ProcessEnd['cause']) {
    if (state === 'ended' || child.killed) return;
    result.cause = cause;
    result.residentBytes = residentBytes(pid);
    child.kill('SIGKILL');
  }

  let deadline: NodeJS.Timeout | undefined = setTimeout(kill, startTimeoutMs, 'timeout');
  if (pid > 0) offerToKernel(pid);

  /**
   * V8's built-in functions don't stop at the time limit of their isolate, so the server enforces it. Processor time
   * counts instead of wall-clock time, so that a busy machine or a stalled server never ends an innocent script.
   */
  function watchTime(limitMs: number) {
    const { timeoutMs, graceMs } = options.limits;
    const allowedMs = limitMs + stepNoticeMs + graceMs;
    let waitedMs = 0;
    const wait = (delayMs: number) => {
      clearTimeout(deadline);
      // The check runs after the pipe has been read: after a stall of the server the reply may already wait there.
      const timer = setTimeout(() => setImmediate(() => timer === deadline && check()), delayMs);
      deadline = timer;
      waitedMs += delayMs;
    };
    const check = () => {
      const now = processorMs(pid);
      const usedMs = now === undefined ? waitedMs : now - processorMsBefore;
      if (usedMs >= allowedMs) kill('timeout');
      else if (waitedMs >= timeoutMs * starvedFactor + allowedMs) kill('stall');
      else {
        wait(Math.max(shortestCheckMs, allowedMs - usedMs));
        events.onSlow();
      }
    };
    wait(limitMs / 2);
  }

  function end(signal: NodeJS.Signals | null) {
    if (state === 'ended') return;
    result.signal = signal;
    if (state === 'busy') result.busyMs = performance.now() - sentMs;
    state = 'ended';
    clearTimeout(deadline);
    deadline = undefined;
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
  child.on('message', (message: ReadyMessage | StepMessage | BatchReply) => {
    clearTimeout(deadline);
    deadline = undefined;
    processorMsBefore = message.processorMs;
    if ('step' in message) {
      watchTime(message.step === 'compile' ? options.limits.timeoutMs * compileFactor : callMs);
      return;
    }
    state = 'idle';
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
    // The process evicts scripts in the same order.
    const [oldest] = known;
    if (known.size > options.limits.isolates && oldest !== undefined) known.delete(oldest);
  }

  return {
    pid: child.pid,
    get isolates() {
      return isolates;
    },
    // A reply may arrive from a process that was already killed; it must get no further calls.
    isIdle: () => state === 'idle' && !child.killed,
    knows: (key) => known.has(key),
    send(groups, limitMs) {
      state = 'busy';
      keys = groups.map(({ key }) => key);
      keys.forEach(remember);
      sentMs = performance.now();
      callMs = limitMs;
      watchTime(limitMs);
      const request: BatchRequest = { groups };
      // Sending to a process that has just ended fails; its `close` event follows and returns the calls to the queue.
      child.send(request, () => {});
    },
    watchMemory() {
      if (state === 'busy' && residentBytes(pid) > options.limits.processMemoryMb * 1024 * 1024) kill('memory');
    },
    kill: () => kill('exit'),
  };
}
