import type { Log } from '../log/log.ts';
import { type ProcessEnd, type SandboxProcess, startProcess } from './process.ts';
import { type BatchReply, type GroupReply, type GroupRequest, type Rest, sliceMs } from './protocol.ts';
import { createQueue, type PendingCall } from './queue.ts';
import { resultOfEnd, resultsOf } from './result.ts';
import type { SandboxLimits, ScriptFailureCode, ScriptResult } from './script.ts';

const memoryWatchMs = 50;
/** A script that ended a process stays in the first one for so long: the others are for everybody else. */
const confinedMs = 60_000;
const maxFailedStarts = 3;

export interface DispatcherOptions {
  log: Log;
  limits: SandboxLimits;
  processes: number;
  userId: number | undefined;
}

interface Slot {
  index: number;
  process?: SandboxProcess;
  /** What the process works on, as it was sent. */
  groups: PendingCall[][];
}

/** Hands waiting calls to the processes, and replaces those that end. */
export function createDispatcher({ log, limits, processes, userId }: DispatcherOptions) {
  const queue = createQueue();
  const slots = Array.from({ length: processes }, (_, index): Slot => ({ index, groups: [] }));
  const confined = new Map<string, number>();
  const counts = { calls: 0, ended: 0, failures: {} as Partial<Record<ScriptFailureCode, number>> };
  let failedStarts = 0;
  let isClosed = false;
  let isScheduled = false;
  let onAllEnded = () => {};
  let memoryWatch: NodeJS.Timeout | undefined;

  function settle(call: PendingCall, result: ScriptResult) {
    counts.calls++;
    if (!result.ok) counts.failures[result.code] = (counts.failures[result.code] ?? 0) + 1;
    call.settle(result);
  }

  function confine(key: string) {
    const nowMs = performance.now();
    for (const [other, untilMs] of confined) if (untilMs < nowMs) confined.delete(other);
    confined.set(key, nowMs + confinedMs);
  }

  function mayRun(key: string, { index }: Slot): boolean {
    return index === 0 || performance.now() >= (confined.get(key) ?? 0);
  }

  function deadlineMs(groups: PendingCall[][]): number {
    const wallMs = groups[0]?.[0]?.wallMs ?? limits.timeoutMs;
    // Twice: a promise is collected in a second step.
    return sliceMs + 2 * wallMs + limits.graceMs;
  }

  function watchMemory() {
    for (const { process } of slots) process?.watchMemory();
    if (slots.some(({ groups }) => groups.length > 0)) return;
    clearInterval(memoryWatch);
    memoryWatch = undefined;
  }

  function send(slot: Slot, process: SandboxProcess) {
    const groups = queue.take((key) => mayRun(key, slot));
    if (groups.length === 0) return;
    slot.groups = groups;
    memoryWatch ??= setInterval(watchMemory, memoryWatchMs);
    const requests = groups.flatMap((calls): GroupRequest[] => {
      const [first] = calls;
      if (!first) return [];
      const { key, script, mode, wallMs } = first;
      const request = { key, mode, wallMs, inputs: calls.map(({ input }) => input) };
      return [process.knows(key) ? request : { ...request, script }];
    });
    process.send(requests, deadlineMs(groups));
  }

  function dispatch() {
    isScheduled = false;
    for (const slot of slots) {
      if (isClosed || queue.size === 0) return;
      if (!slot.process) start(slot);
      else if (slot.process.isIdle()) send(slot, slot.process);
    }
  }

  // Calls of the same turn of the event loop go out together.
  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(dispatch);
  }

  function sendAgain(call: PendingCall, rest: Rest, wallMs?: number) {
    if (rest === 'alone') call.mode = rest;
    call.wallMs = wallMs;
    queue.add(call);
  }

  function onReply(slot: Slot, reply: BatchReply) {
    const { groups } = slot;
    slot.groups = [];
    for (const [index, calls] of groups.entries()) {
      const group: GroupReply = reply.groups[index] ?? { outcomes: '', usage: [], rest: 'alone' };
      const results = resultsOf(group, limits);
      for (const [at, call] of calls.entries()) {
        const result = results[at];
        if (result) settle(call, result);
        else sendAgain(call, group.rest, group.wallMs);
      }
    }
    dispatch();
  }

  function giveBack(slot: Slot, end: ProcessEnd) {
    const calls = slot.groups.flat();
    slot.groups = [];
    const [only] = calls;
    if (calls.length !== 1 || !only) {
      for (const call of calls) sendAgain(call, 'alone');
      return;
    }
    const result = resultOfEnd(end, ++only.deaths, limits);
    if (!result) {
      sendAgain(only, 'alone');
      return;
    }
    confine(only.key);
    settle(only, result);
  }

  function onEnd(slot: Slot, end: ProcessEnd) {
    const script = slot.groups.length === 1 ? slot.groups[0]?.[0]?.script.id : undefined;
    slot.process = undefined;
    giveBack(slot, end);
    if (isClosed) {
      if (slots.every(({ process }) => !process)) onAllEnded();
      return;
    }
    counts.ended++;
    log.warn({ ...end, script }, 'a process of the script sandbox ended');
    if (!end.wasReady) failedStarts++;
    if (failedStarts >= maxFailedStarts) {
      failedStarts = 0;
      for (const call of queue.drain()) call.settle();
      return;
    }
    start(slot);
    schedule();
  }

  function start(slot: Slot) {
    slot.process = startProcess(
      { limits, userId },
      {
        onReady() {
          failedStarts = 0;
          schedule();
        },
        onReply: (reply) => onReply(slot, reply),
        onEnd: (end) => onEnd(slot, end),
      },
    );
  }

  return {
    queued: () => queue.size,

    add(call: PendingCall) {
      queue.add(call);
      schedule();
    },

    stats: () => ({
      processes: slots.flatMap(({ process }) => (process ? [{ pid: process.pid, isolates: process.isolates }] : [])),
      queued: queue.size,
      calls: counts.calls,
      failures: { ...counts.failures },
      /** Processes that ended without being asked to. */
      processesEnded: counts.ended,
    }),

    async close() {
      isClosed = true;
      clearInterval(memoryWatch);
      for (const call of queue.drain()) call.settle();
      const running = slots.filter(({ process }) => process);
      if (running.length === 0) return;
      await new Promise<void>((resolve) => {
        onAllEnded = resolve;
        for (const { process } of running) process?.kill();
      });
      for (const call of queue.drain()) call.settle();
    },
  };
}
