/** A function of the script, with the names of the call's arguments in the order of its parameters. */
export interface ScriptFunction {
  name: string;
  parameters: readonly string[];
}

/**
 * How a JavaScript source is called:
 * - module: CommonJS, `module.exports = (input, meta) => …`
 * - body: the source is the body of a function with these parameters and returns its result
 * - functions: calls the first of these functions that the source declares or exports
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

/** The argument `input` is the document; every other argument becomes a variable (`meta` is `$meta`). */
export interface JsonataScript {
  id: string;
  kind: 'jsonata';
  source: string;
}

export type Script = JavaScript | JsonataScript;

export interface ScriptInput {
  /** Arguments by name; the script gets only values that JSON can represent. */
  args: Readonly<Record<string, unknown>>;
  /** The script's only clock: a replay with the same value returns the same result. */
  nowMs: number;
  /** Seeds the script's `Math.random`, for the same reason. */
  seed: number;
  /** The account that the call belongs to, for fair scheduling between accounts. Scripts cannot see it. */
  accountId: number;
}

export interface ScriptCall extends ScriptInput {
  script: Script;
  /** Limit of this call in processor time, for authors who try a script. Default: the limit of the sandbox. */
  timeoutMs?: number;
}

export interface ScriptLogLine {
  level: 'debug' | 'info' | 'log' | 'warn' | 'error';
  text: string;
}

export interface ScriptUsage {
  logs: ScriptLogLine[];
  /** In a batch, the mean of the calls that ran together. */
  durationMs: number;
  /** The script's heap and buffers after the call, or the limit itself if it was exceeded. */
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
   * After this many calls have hit the time or memory limit, the rest of the batch is not attempted: it gets the same
   * result, marked as given up.
   */
  maxHung?: number;
}

export interface SandboxLimits {
  /** Processor time of one call; on a busy machine it may take `starvedFactor` times that in wall-clock time. */
  timeoutMs: number;
  memoryMb: number;
  outputBytes: number;
  sourceBytes: number;
  logLines: number;
  logLineLength: number;
  /** Maximum number of compiled scripts that a process caches, and the memory they may hold together. */
  isolates: number;
  retainedMb: number;
  /** Processes with more memory are killed, because some of V8's memory is not counted by the limit of an isolate. */
  processMemoryMb: number;
  /** Processor time beyond the limit of a call after which its process is killed. */
  graceMs: number;
  /** Maximum number of waiting calls of one account. */
  queuedCalls: number;
}

export const defaultLimits: SandboxLimits = {
  timeoutMs: 200,
  memoryMb: 64,
  outputBytes: 256 * 1024,
  // The longest script of a driver in UTF-8, and code of ours behind it.
  sourceBytes: 4 * 1024 * 1024,
  logLines: 100,
  logLineLength: 1000,
  isolates: 64,
  retainedMb: 256,
  processMemoryMb: 768,
  graceMs: 100,
  queuedCalls: 100_000,
};

export const starvedFactor = 20;
/** A call retried because the machine was busy may use this many times its limit, if the machine is now less busy. */
export const retryFactor = 3;
