import type { Log } from '../log/log.ts';
import { type ProcessEnd, type SandboxProcess, startProcess } from './process.ts';
import { type BatchReply, type GroupReply, type GroupRequest, type Rest, sliceMs } from './protocol.ts';
import { type Batch, createQueue, type PendingCalls } from './queue.ts';
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
  groups: PendingCalls[][];
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

  function finish({ batch, place, count }: PendingCalls, results: readonly ScriptResult[]) {
    for (let index = 0; index < count; index++) {
      const result = results[index];
      if (!result) continue;
      batch.results[place + index] = result;
      counts.calls++;
      if (!result.ok) noteFailure(batch, result);
    }
    batch.open -= count;
    if (batch.open === 0) batch.end();
    else if (batch.givenUp) giveUp(batch);
  }

  function noteFailure(batch: Batch, result: ScriptResult & { ok: false }) {
    counts.failures[result.code] = (counts.failures[result.code] ?? 0) + 1;
    if (result.isGivenUp || (result.code !== 'SCRIPT_TIMEOUT' && result.code !== 'SCRIPT_MEMORY')) return;
    batch.hung++;
    if (batch.hung < batch.maxHung) return;
    batch.givenUp = { ...result, isGivenUp: true, logs: [], durationMs: 0, memoryBytes: 0 };
  }

  /** What is under way ends by itself. */
  function giveUp(batch: Batch) {
    for (const calls of queue.drain(batch)) abandon(calls);
  }

  function abandon(calls: PendingCalls) {
    const { givenUp } = calls.batch;
    if (givenUp)
      finish(
        calls,
        Array.from({ length: calls.count }, () => givenUp),
      );
  }

  function confine(key: string) {
    const nowMs = performance.now();
    for (const [other, untilMs] of confined) if (untilMs < nowMs) confined.delete(other);
    confined.set(key, nowMs + confinedMs);
  }

  function mayRun(key: string, { index }: Slot): boolean {
    return index === 0 || performance.now() >= (confined.get(key) ?? 0);
  }

  function deadlineMs(groups: PendingCalls[][]): number {
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
    const requests = groups.flatMap((members): GroupRequest[] => {
      const [first] = members;
      if (!first) return [];
      const { key, script, mode, wallMs } = first;
      const count = members.reduce((sum, calls) => sum + calls.count, 0);
      const request = { key, mode, wallMs, inputs: members.map(({ inputs }) => inputs), count };
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

  /** Calls that go separate ways get their texts back. */
  function split(calls: PendingCalls, from: number): PendingCalls[] {
    const inputs: unknown[] = JSON.parse(`[${calls.inputs}]`);
    return inputs.slice(from).map((input, index) => ({
      ...calls,
      inputs: JSON.stringify(input),
      count: 1,
      place: calls.place + from + index,
    }));
  }

  /** Sends those again that have no result, in the way that the process said. */
  function sendAgain(calls: PendingCalls, done: number, rest: Rest, wallMs?: number) {
    const isSplit = (done > 0 || rest === 'alone') && calls.count > 1;
    for (const part of isSplit ? split(calls, done) : [calls]) {
      if (rest === 'alone') part.mode = rest;
      part.wallMs = wallMs;
      if (part.batch.givenUp) abandon(part);
      else queue.add(part);
    }
  }

  function takeResults(members: readonly PendingCalls[], { rest, wallMs, ...reply }: GroupReply) {
    const results = resultsOf(reply, limits);
    let start = 0;
    for (const calls of members) {
      const own = results.slice(start, start + calls.count);
      start += calls.count;
      if (own.length === calls.count) finish(calls, own);
      else {
        // The places of those that have their result are filled; the others follow one by one.
        if (own.length > 0) finish({ ...calls, count: own.length }, own);
        sendAgain(calls, own.length, rest, wallMs);
      }
    }
  }

  function onReply(slot: Slot, reply: BatchReply) {
    const { groups } = slot;
    slot.groups = [];
    for (const [index, members] of groups.entries()) {
      takeResults(members, reply.groups[index] ?? { outcomes: '', usage: [], rest: 'alone' });
    }
    dispatch();
  }

  function giveBack(slot: Slot, end: ProcessEnd) {
    const members = slot.groups.flat();
    slot.groups = [];
    const [only] = members;
    if (members.length !== 1 || only?.count !== 1) {
      for (const calls of members) sendAgain(calls, 0, 'alone');
      return;
    }
    const result = resultOfEnd(end, ++only.deaths, limits);
    if (!result) {
      sendAgain(only, 0, 'alone');
      return;
    }
    confine(only.key);
    finish(only, [result]);
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
      for (const { batch } of queue.drain()) batch.end();
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

    add(calls: PendingCalls) {
      queue.add(calls);
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
      for (const { batch } of queue.drain()) batch.end();
      const running = slots.filter(({ process }) => process);
      if (running.length === 0) return;
      await new Promise<void>((resolve) => {
        onAllEnded = resolve;
        for (const { process } of running) process?.kill();
      });
      for (const { batch } of queue.drain()) batch.end();
    },
  };
}
