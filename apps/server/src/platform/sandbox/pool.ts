import { type ProcessEnd, type SandboxProcess, startProcess } from './process.ts';
import type { BatchReply, ProcessOptions } from './protocol.ts';
import type { PendingCalls } from './queue.ts';

export interface Slot {
  index: number;
  process?: SandboxProcess;
  /** The calls that the process is working on, grouped as they were sent. */
  groups: PendingCalls[][];
}

export interface PoolOptions extends ProcessOptions {
  processes: number;
  onReady(): void;
  onReply(slot: Slot, reply: BatchReply): void;
  /** Called after the slot has become empty. */
  onEnd(slot: Slot, end: ProcessEnd): void;
}

/** A started process; it has no slot while it is the spare one. */
interface Started {
  process: SandboxProcess;
  slot?: Slot;
}

/** Processes in slots plus a spare one, so that a slot whose process was killed need not wait for a new start. */
export function createPool({ processes, onReady, onReply, onEnd, ...options }: PoolOptions) {
  const slots = Array.from({ length: processes }, (_, index): Slot => ({ index, groups: [] }));
  let spare: Started | undefined;
  let isClosed = false;
  let onAllEnded = () => {};

  const running = () => [...slots, spare].flatMap((each) => each?.process ?? []);

  function start(): Started {
    const started: Started = {
      process: startProcess(options, {
        onReady,
        onSlow: keepSpare,
        onReply: (reply) => started.slot && onReply(started.slot, reply),
        onEnd: (end) => leave(started, end),
      }),
    };
    return started;
  }

  // The spare is started only once a call is slow, because most sandboxes never lose a process.
  function keepSpare() {
    if (!isClosed) spare ??= start();
  }

  function leave(started: Started, end: ProcessEnd) {
    const { slot } = started;
    if (spare === started) spare = undefined;
    if (slot) {
      slot.process = undefined;
      onEnd(slot, end);
    }
    if (isClosed && running().length === 0) onAllEnded();
  }

  return {
    slots,

    /** Gives an empty slot a process. */
    fill(slot: Slot) {
      const hadSpare = spare !== undefined;
      const started = spare ?? start();
      started.slot = slot;
      slot.process = started.process;
      spare = undefined;
      if (hadSpare) keepSpare();
    },

    spare: () => spare?.process,

    async close() {
      isClosed = true;
      if (running().length === 0) return;
      await new Promise<void>((resolve) => {
        onAllEnded = resolve;
        for (const process of running()) process.kill();
      });
    },
  };
}
