import type { SandboxLimits, Script } from './script.ts';

/** How long a process works on a batch before it returns the calls it has not begun, so that others get their turn. */
export const sliceMs = 100;
/** Calls that begin later than this in their batch are reported to the server; quick batches save the message. */
export const stepNoticeMs = 20;

/** Options passed to a process at its start. */
export interface ProcessOptions {
  limits: SandboxLimits;
  /** The user that the process switches to after loading its files. */
  userId?: number;
}

/**
 * together: calls of one script share one entry into its isolate;
 * alone: the only call of its batch, because a batch it ran in has failed;
 * check: the script is compiled, not called.
 */
export type Mode = 'together' | 'alone' | 'check';

export interface GroupRequest {
  key: string;
  /** Omitted if the process should still have the script. */
  script?: Script;
  mode: Mode;
  /** JSON texts of `ScriptInput`, comma-separated; an item may hold several. */
  inputs: string[];
  /** Total number of inputs. */
  count: number;
  /** Processor time of a call, if it is not the default limit. */
  timeoutMs?: number;
  /** Raised limit, after a busy machine gave the call too little processor time. */
  wallMs?: number;
}

/** A process handles one batch at a time. */
export interface BatchRequest {
  groups: GroupRequest[];
}

/** How inputs without an outcome must be sent again; `unknown` means together with the script. */
export type Rest = 'again' | 'alone' | 'unknown';

export interface GroupReply {
  /** JSON texts of `Outcome`, comma-separated, for the first inputs of the group. */
  outcomes: string;
  /** Resource usage of calls that ran together; each entry covers `count` outcomes. */
  usage: [count: number, durationMs: number, memoryBytes: number][];
  /** Processor time of the slowest calls; on a busy machine wall-clock time would make every account look slow. */
  slowestMs?: number;
  rest: Rest;
  /** Wall-clock limit of the call's next attempt. */
  wallMs?: number;
}

export interface BatchReply {
  groups: GroupReply[];
  isolates: number;
  /** Processor time of the main thread since the start of the process. */
  processorMs: number;
}

export interface ReadyMessage {
  ready: true;
  processorMs: number;
}

/** Starts the time limit of a step. Short batches of compiled scripts send no such message. */
export interface StepMessage {
  step: Step;
  processorMs: number;
}

export type Step = 'compile' | 'call';
