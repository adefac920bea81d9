import type { Log } from '../log/log.ts';
import { createConfinement, slowCallMs } from './confinement.ts';
import { createPool, type Slot } from './pool.ts';
import type { ProcessEnd, SandboxProcess } from './process.ts';
import type { BatchReply, GroupReply, GroupRequest, Rest } from './protocol.ts';
import { type Batch, createQueue, type PendingCalls } from './queue.ts';
import { resultOfEnd, resultsOf } from './result.ts';
import { retryFactor, type SandboxLimits, type ScriptFailureCode, type ScriptResult } from './script.ts';

const memoryWatchMs = 50;
const maxFailedStarts = 3;

export interface DispatcherOptions {
  log: Log;
  limits: SandboxLimits;
  processes: number;
  userId: number | undefined;
}

/** Sends waiting calls to the processes, and replaces processes that end. */
export function createDispatcher({ log, limits, processes, userId }: DispatcherOptions) {
  const queue = createQueue();
  const confinement = createConfinement(processes);
  const counts = { calls: 0, ended: 0, failures: {} as Partial<Record<ScriptFailureCode, number>> };
  let failedStarts = 0;
  let isClosed = false;
  let isScheduled = false;
  let memoryWatch: NodeJS.Timeout | undefined;

  const pool = createPool({ limits, userId, processes, onReady, onReply, onEnd });
  const { slots } = pool;

  function onReady() {
    failedStarts = 0;
    schedule();
  }

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

  /** Calls that are already running are not stopped. */
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

  /** Counts the processes that work for each account. */
  function heldByAccounts(): Map<number, number> {
    const held = new Map<number, number>();
    for (const { groups } of slots) {
      const accountIds = new Set(groups.flatMap(([first]) => first?.accountId ?? []));
      for (const accountId of accountIds) held.set(accountId, (held.get(accountId) ?? 0) + 1);
    }
    return held;
  }

  const limitsOf = (calls: PendingCalls | undefined) => ({
    ...limits,
    timeoutMs: calls?.timeoutMs ?? limits.timeoutMs,
  });

  /** Limit in processor time. The isolate's own limit, in wall-clock time, takes effect first if V8 respects it. */
  function callMs(groups: PendingCalls[][]): number {
    const { timeoutMs } = limitsOf(groups[0]?.[0]);
    return Math.min(groups[0]?.[0]?.wallMs ?? timeoutMs, retryFactor * timeoutMs);
  }

  function watchMemory() {
    for (const { process } of slots) process?.watchMemory();
    if (slots.some(({ groups }) => groups.length > 0)) return;
    clearInterval(memoryWatch);
    memoryWatch = undefined;
  }

  function send(slot: Slot, process: SandboxProcess) {
    const groups = queue.take({
      accepts: (key, accountId) => confinement.mayRun(key, accountId, slot.index),
      mayShare: confinement.mayShare,
      held: heldByAccounts(),
    });
    if (groups.length === 0) return;
    slot.groups = groups;
    memoryWatch ??= setInterval(watchMemory, memoryWatchMs);
    const requests = groups.flatMap((members): GroupRequest[] => {
      const [first] = members;
      if (!first) return [];
      const { key, script, mode, timeoutMs, wallMs } = first;
      const count = members.reduce((sum, calls) => sum + calls.count, 0);
      const request = { key, mode, timeoutMs, wallMs, inputs: members.map(({ inputs }) => inputs), count };
      return [process.knows(key) ? request : { ...request, script }];
    });
    process.send(requests, callMs(groups));
  }

  function dispatch() {
    isScheduled = false;
    for (const slot of slots) {
      if (isClosed || queue.size === 0) return;
      if (!slot.process) pool.fill(slot);
      else if (slot.process.isIdle()) send(slot, slot.process);
    }
  }

  // Calls made in the same event loop turn are sent together.
  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(dispatch);
  }

  /** Splits calls into single ones, each with its own input text. */
  function split(calls: PendingCalls, from: number): PendingCalls[] {
    const inputs: unknown[] = JSON.parse(`[${calls.inputs}]`);
    return inputs.slice(from).map((input, index) => ({
      ...calls,
      inputs: JSON.stringify(input),
      count: 1,
      place: calls.place + from + index,
    }));
  }

  /** Queues calls without a result again, in the mode that the process requested. */
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
    const [first] = members;
    const results = resultsOf(reply, limitsOf(first));
    if (first && (reply.slowestMs ?? 0) > slowCallMs) confinement.confineAccount(first.accountId);
    let start = 0;
    for (const calls of members) {
      const own = results.slice(start, start + calls.count);
      start += calls.count;
      if (own.length === calls.count) finish(calls, own);
      else {
        // The completed calls get their results now; the others are sent again one by one.
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
    // An external kill or full memory may not be the fault of these calls; a time limit is always hit by one of them.
    const isOneAccount = members.every(({ accountId }) => accountId === only?.accountId);
    if (only && isOneAccount && end.cause === 'timeout') confinement.confineAccount(only.accountId);
    if (members.length !== 1 || only?.count !== 1) {
      for (const calls of members) sendAgain(calls, 0, 'alone');
      return;
    }
    const result = resultOfEnd(end, ++only.deaths, limitsOf(only));
    if (!result) {
      sendAgain(only, 0, 'alone');
      return;
    }
    confinement.confineScript(only.key);
    confinement.confineAccount(only.accountId);
    finish(only, [result]);
  }

  function onEnd(slot: Slot, end: ProcessEnd) {
    const script = slot.groups.length === 1 ? slot.groups[0]?.[0]?.script.id : undefined;
    giveBack(slot, end);
    if (isClosed) return;
    counts.ended++;
    log.warn({ ...end, script }, 'a process of the script sandbox ended');
    if (!end.wasReady) failedStarts++;
    if (failedStarts >= maxFailedStarts) {
      failedStarts = 0;
      for (const { batch } of queue.drain()) batch.end();
      return;
    }
    pool.fill(slot);
    schedule();
  }

  return {
    queuedOf: queue.sizeOf,

    add(calls: PendingCalls) {
      confinement.noteAccount(calls.accountId);
      queue.add(calls);
      schedule();
    },

    stats: () => ({
      processes: slots.flatMap(({ process }) => (process ? [{ pid: process.pid, isolates: process.isolates }] : [])),
      /** Spare processes, which wait to replace one that ends. */
      spares: [pool.spare()].flatMap((process) => (process ? [{ pid: process.pid }] : [])),
      queued: queue.size,
      calls: counts.calls,
      failures: { ...counts.failures },
      /** Number of processes that ended unexpectedly. */
      processesEnded: counts.ended,
    }),

    async close() {
      isClosed = true;
      clearInterval(memoryWatch);
      for (const { batch } of queue.drain()) batch.end();
      await pool.close();
      for (const { batch } of queue.drain()) batch.end();
    },
  };
}
