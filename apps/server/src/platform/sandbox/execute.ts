import type { Outcome } from './guest/runner.ts';
import { type CompiledScript, isTimeout, lineIn, outcomeText } from './isolate.ts';
import type { GroupReply, Mode, Rest, Step } from './protocol.ts';
import { type SandboxLimits, type ScriptLogLine, starvedFactor } from './script.ts';

/** Calls of one script run together for this long, then the time limit restarts. */
const togetherMs = 25;

export interface LoadedScript extends CompiledScript {
  /** True if the script's calls cannot run together because they return promises or leave rejected ones behind. */
  asynchronous: boolean;
}

export interface ExecuteOptions {
  script: LoadedScript;
  /** JSON texts of `ScriptInput`, comma-separated. */
  inputs: string;
  count: number;
  mode: Mode;
  wallMs?: number;
  limits: SandboxLimits;
  /** Value of `performance.now()` after which no further call is started. */
  untilMs: number;
  onStep(step: Step): void;
}

export interface Execution extends GroupReply {
  /** True if the isolate was killed, or holds the remains of a terminated call. */
  spoilt: boolean;
}

interface Ran {
  outcomes: string;
  /** Number of completed calls. */
  ran: number;
  rest?: Rest;
  wallMs?: number;
  spoilt?: boolean;
}

function heldBytes({ isolate }: CompiledScript, limits: SandboxLimits): number {
  if (isolate.isDisposed) return limits.memoryMb * 1024 * 1024;
  const { used_heap_size, externally_allocated_size } = isolate.getHeapStatisticsSync();
  return used_heap_size + externally_allocated_size;
}

function logsOf(script: CompiledScript, { timeoutMs }: SandboxLimits): [ScriptLogLine['level'], string][] {
  try {
    return JSON.parse(script.call('takeLogs', [], timeoutMs));
  } catch {
    return [];
  }
}

function runTogether({ script, limits, inputs }: ExecuteOptions, from: number): Ran {
  try {
    const answer = script.call('runSome', [`[${inputs}]`, from, togetherMs], limits.timeoutMs);
    const [ran = '', stopped = ''] = answer.split('|', 2);
    script.asynchronous = stopped === 'asynchronous';
    return { outcomes: answer.slice(ran.length + stopped.length + 2), ran: Number(ran) };
  } catch (error) {
    // One call failed and aborted the others with it, so each is retried alone.
    const spoilt = script.isolate.isDisposed || isTimeout(error);
    script.asynchronous = !spoilt;
    return { outcomes: '', ran: 0, rest: 'alone', spoilt };
  }
}

/** The script occupies this thread without pause: wall-clock time beyond this value was used by other processes. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The wall-clock limit that gives the call its processor time; undefined if it had enough or waited long enough. */
function longerWallMs(usedMs: number, wallMs: number, { timeoutMs }: SandboxLimits): number | undefined {
  const longestMs = timeoutMs * starvedFactor;
  if (usedMs >= timeoutMs * 0.9 || wallMs >= longestMs) return undefined;
  const share = Math.max(usedMs, 1) / wallMs;
  return Math.ceil(Math.min(longestMs, Math.max(2 * wallMs, (1.5 * timeoutMs) / share)));
}

function givenBy(script: CompiledScript, { timeoutMs }: SandboxLimits): string {
  try {
    return script.call('collect', [], timeoutMs * starvedFactor);
  } catch {
    return '';
  }
}

/**
 * Returns the script's result although a promise that it did not await was rejected. V8 may collect such a promise
 * before the rejection is seen, so it must not decide whether the call failed: it becomes a line in the log.
 */
function stepDespite(error: unknown, { script, limits }: ExecuteOptions): Ran {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const line = lineIn(stack);
  const given = givenBy(script, limits);
  const {
    v,
    u,
    e,
    l: logs = [],
  }: Outcome = given === '' ? { e: ['SCRIPT_ERROR', `Unhandled rejection: ${message}`, line] } : JSON.parse(given);
  if (given !== '' && logs.length < limits.logLines) {
    const text = `Unhandled rejection${line ? ` in line ${line}` : ''}: ${message}`;
    logs.push(['error', text.slice(0, limits.logLineLength)]);
  }
  return { outcomes: outcomeText({ v, u, e, l: logs }), ran: 1, spoilt: script.isolate.isDisposed };
}

const isReason = (value: unknown) => value === undefined || value === null || typeof value === 'string';
const isLogLine = (line: unknown) => Array.isArray(line) && line.every((part) => typeof part === 'string');

/** A script that changes built-ins could forge the text of its result, and shift the results of other calls with it. */
function isOutcome(text: string, { outputBytes }: SandboxLimits): boolean {
  try {
    const { v, e, l = [] }: Record<keyof Outcome, unknown> = JSON.parse(text);
    const isFailure = Array.isArray(e) && typeof e[0] === 'string' && isReason(e[1]);
    const isShort = v === undefined || Buffer.byteLength(JSON.stringify(v)) <= outputBytes;
    return (e === undefined || isFailure) && isShort && Array.isArray(l) && l.every(isLogLine);
  } catch {
    return false;
  }
}

/** Undoes changes to built-ins after a call; where that is impossible, the isolate is spoilt. */
function restored(step: Ran, { script, limits }: ExecuteOptions): Ran {
  if (!script.changesBuiltIns || step.ran === 0) return step;
  const isForged = !isOutcome(step.outcomes, limits);
  const outcomes = isForged
    ? outcomeText({ e: ['SCRIPT_ERROR', 'The script gave no readable answer'] })
    : step.outcomes;
  if (step.spoilt || isForged) return { ...step, outcomes, spoilt: true };
  try {
    return { ...step, outcomes, spoilt: script.call('restore', [], limits.timeoutMs) !== '' };
  } catch {
    return { ...step, outcomes, spoilt: true };
  }
}

/** The texts of single inputs: a call alone must not carry the whole batch into the isolate. */
function separate({ inputs, count }: ExecuteOptions): (place: number) => string {
  if (count === 1) return () => inputs;
  let texts: string[] | undefined;
  return (place) => {
    texts ??= JSON.parse(`[${inputs}]`).map((input: unknown) => JSON.stringify(input));
    return texts?.[place] ?? '';
  };
}

function runOne(options: ExecuteOptions, input: string): Ran {
  const { script, limits, wallMs = limits.timeoutMs } = options;
  const startedMs = performance.now();
  const processorBefore = processorMs();
  // The result of a promise is collected in a second call of the guest; both calls share one limit.
  const restMs = () => Math.max(1, Math.ceil(startedMs + wallMs - performance.now()));
  try {
    const outcomes = script.call('runOne', [`[${input}]`, 0], wallMs) || script.call('collect', [], restMs());
    if (outcomes !== '') return { outcomes, ran: 1 };
    // The promise can never settle, so waiting for the time limit is pointless.
    return { outcomes: outcomeText({ e: ['SCRIPT_TIMEOUT'], l: logsOf(script, limits) }), ran: 1, spoilt: true };
  } catch (error) {
    if (script.isolate.isDisposed) return { outcomes: outcomeText({ e: ['SCRIPT_MEMORY'] }), ran: 1, spoilt: true };
    // A script may throw an error with the same message as a timeout, so the elapsed time is checked too.
    if (!isTimeout(error) || performance.now() - startedMs < wallMs - 1) return stepDespite(error, options);
    const longer = longerWallMs(processorMs() - processorBefore, wallMs, limits);
    if (longer) return { outcomes: '', ran: 0, rest: 'alone', wallMs: longer, spoilt: true };
    const line = error instanceof Error ? lineIn(error.stack ?? '') : undefined;
    const outcome = outcomeText({ e: ['SCRIPT_TIMEOUT', undefined, line], l: logsOf(script, limits) });
    return { outcomes: outcome, ran: 1, spoilt: true };
  }
}

/** Runs as many of the inputs as the time allows; `rest` says how to handle the others. */
export function execute(options: ExecuteOptions): Execution {
  const { script, count, mode, limits, untilMs, onStep } = options;
  const outcomes: string[] = [];
  const usage: Execution['usage'] = [];
  let step: Ran | undefined;
  let done = 0;
  let slowestMs = 0;
  const inputAt = separate(options);

  while (done < count && !step?.rest && !step?.spoilt) {
    const startedMs = performance.now();
    const processorBefore = processorMs();
    if (step && startedMs >= untilMs) break;
    onStep('call');
    const isSolitary = script.asynchronous || script.changesBuiltIns;
    const isCompany = mode === 'together' && !isSolitary && count - done > 1;
    step = isCompany ? runTogether(options, done) : restored(runOne(options, inputAt(done)), options);
    if (step.ran === 0) continue;
    done += step.ran;
    outcomes.push(step.outcomes);
    const meanMs = Math.round(((performance.now() - startedMs) * 1000) / step.ran) / 1000;
    slowestMs = Math.max(slowestMs, (processorMs() - processorBefore) / step.ran);
    usage.push([step.ran, meanMs, heldBytes(script, limits)]);
  }
  const { rest = 'again', wallMs, spoilt = false } = step ?? {};
  return { outcomes: outcomes.join(','), usage, slowestMs, rest, wallMs, spoilt };
}
