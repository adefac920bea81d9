import type { SandboxLimits, Script } from './script.ts';

/** How long a process works on a batch before it hands back what it has not begun, so that others get their turn. */
export const sliceMs = 100;
/** A call that begins later than this in its batch is reported to the server; quick batches are spared the message. */
export const stepNoticeMs = 20;

/** Given to a process at its start. */
export interface ProcessOptions {
  limits: SandboxLimits;
  /** The user that the process becomes once it has loaded its files. */
  userId?: number;
}

/**
 * together: calls of one script share one entry into its isolate;
 * alone: the only call of its batch, after it was in bad company;
 * check: the script is compiled, not called.
 */
export type Mode = 'together' | 'alone' | 'check';

export interface GroupRequest {
  key: string;
  /** Left out when the process should still have it. */
  script?: Script;
  mode: Mode;
  /** JSON texts of `ScriptInput`, comma-separated; an item may hold several. */
  inputs: string[];
  /** How many they are in all. */
  count: number;
  /** More than the limit, after a busy machine gave the call too little of its processor time. */
  wallMs?: number;
}

/** One at a time is under way in a process. */
export interface BatchRequest {
  groups: GroupRequest[];
}

/** How the inputs without an outcome are to be sent again; `unknown`: with the script. */
export type Rest = 'again' | 'alone' | 'unknown';

export interface GroupReply {
  /** JSON texts of `Outcome`, comma-separated, for the first inputs of the group. */
  outcomes: string;
  /** What the calls took that ran together: each entry stands for so many outcomes. */
  usage: [count: number, durationMs: number, memoryBytes: number][];
  rest: Rest;
  /** How long the next try of the call may take. */
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

/** The time limit applies to the step that begins here. Short batches of compiled scripts send none. */
export interface StepMessage {
  step: Step;
  processorMs: number;
}

export type Step = 'compile' | 'call';
