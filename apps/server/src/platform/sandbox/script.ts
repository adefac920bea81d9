/** A function of the script and the names of the call's arguments in the order in which it takes them. */
export interface ScriptFunction {
  name: string;
  parameters: readonly string[];
}

/**
 * How a JavaScript source is called:
 * - module: CommonJS, `module.exports = (input, meta) => …`
 * - body: the source is the body of a function with these parameters and returns its result
 * - functions: the first of these functions that the source declares or exports
 */
export type ScriptEntry =
  | { form: 'module'; parameters: readonly string[] }
  | { form: 'body'; parameters: readonly string[] }
  | { form: 'functions'; functions: readonly ScriptFunction[] };

export interface JavaScript {
  /** Content hash or version key; names the script in logs and statistics. */
  id: string;
  kind: 'javascript';
  source: string;
  /** Default: a module that takes `input` and `meta`. */
  entry?: ScriptEntry;
}

/** The argument `input` is the document, every other argument a variable (`meta` is `$meta`). */
export interface JsonataScript {
  id: string;
  kind: 'jsonata';
  source: string;
}

export type Script = JavaScript | JsonataScript;

export interface ScriptInput {
  /** By name; only what JSON can carry arrives in the script. */
  args: Readonly<Record<string, unknown>>;
  /** The script's only clock: a replay with the same value gives the same result. */
  nowMs: number;
  /** Starts the script's `Math.random`, for the same reason. */
  seed: number;
  /** The account whose work this is: accounts take turns. Scripts don't see it. */
  accountId: number;
}

export interface ScriptCall extends ScriptInput {
  script: Script;
}

export interface ScriptLogLine {
  level: 'debug' | 'info' | 'log' | 'warn' | 'error';
  text: string;
}

export interface ScriptUsage {
  logs: ScriptLogLine[];
  /** Inside a batch the mean of the calls that ran together. */
  durationMs: number;
  /** The script's heap and buffers after the call; the limit itself where that was hit. */
  memoryBytes: number;
}

export type ScriptFailure =
  | { code: 'SCRIPT_TIMEOUT'; params: { limitMs: number } }
  | { code: 'SCRIPT_MEMORY'; params: { limitMb: number } }
  | { code: 'SCRIPT_OUTPUT_TOO_LARGE'; params: { limitBytes: number } }
  | { code: 'SCRIPT_ERROR'; params: { reason: string } };

export type ScriptFailureCode = ScriptFailure['code'];

export type ScriptResult =
  | (ScriptUsage & { ok: true; value: unknown })
  | (ScriptUsage & { ok: false; line?: number; isGivenUp?: true } & ScriptFailure);

export interface BatchOptions {
  /**
   * So many calls that hit the limit of time or memory, and the rest of the batch is not tried any more: it gets the same
   * result, marked as given up.
   */
  maxHung?: number;
}

export interface SandboxLimits {
  /** Processor time of one call; on a busy machine it may take `starvedFactor` times that on the wall clock. */
  timeoutMs: number;
  memoryMb: number;
  outputBytes: number;
  sourceBytes: number;
  logLines: number;
  logLineLength: number;
  /** Compiled scripts kept by one process, and the memory that they may hold together. */
  isolates: number;
  retainedMb: number;
  /** A process beyond this is killed: some of V8's memory escapes the limit of an isolate. */
  processMemoryMb: number;
  /** Processor time beyond the limit of a call after which its process is killed. */
  graceMs: number;
  queuedCalls: number;
}

export const defaultLimits: SandboxLimits = {
  timeoutMs: 200,
  memoryMb: 64,
  outputBytes: 256 * 1024,
  sourceBytes: 512 * 1024,
  logLines: 100,
  logLineLength: 1000,
  isolates: 64,
  retainedMb: 256,
  processMemoryMb: 768,
  graceMs: 100,
  queuedCalls: 100_000,
};

export const starvedFactor = 20;
/** A call that is tried again because the machine was busy may use this many times its limit, if it gets so much now. */
export const retryFactor = 3;
