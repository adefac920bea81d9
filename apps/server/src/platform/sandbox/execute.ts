import type { Outcome } from './guest/runner.ts';
import { type CompiledScript, isTimeout, lineIn, outcomeText } from './isolate.ts';
import type { GroupReply, Mode, Rest, Step } from './protocol.ts';
import { type SandboxLimits, type ScriptLogLine, starvedFactor } from './script.ts';

/** Calls of one script run together for this long, then the clock of the time limit starts anew. */
const togetherMs = 25;

export interface LoadedScript extends CompiledScript {
  /** Its calls cannot run together: they answer with promises, or leave rejected ones behind. */
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
  /** No further call is begun after this reading of `performance.now()`. */
  untilMs: number;
  onStep(step: Step): void;
}

export interface Execution extends GroupReply {
  /** The isolate was killed, or holds what a terminated call left behind. */
  spoilt: boolean;
}

interface Ran {
  outcomes: string;
  /** How many calls these are. */
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
    // One of them took the others along: each gets another try by itself.
    const spoilt = script.isolate.isDisposed || isTimeout(error);
    script.asynchronous = !spoilt;
    return { outcomes: '', ran: 0, rest: 'alone', spoilt };
  }
}

/** The script runs in this thread, without breaks: what it did not use of the wall clock, others had. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How much the wall clock must show for the call to get its processor time; undefined: it had it, or waited enough. */
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
 * What the script gave, although a promise was rejected that it did not wait for. V8 may clear such a promise away before
 * anybody sees it, so it must not decide whether the call failed: it is a line in the log.
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

function runOne(options: ExecuteOptions, place: number): Ran {
  const { script, limits, wallMs = limits.timeoutMs, inputs } = options;
  const startedMs = performance.now();
  const processorBefore = processorMs();
  // A promise is collected in a second call of the guest: both share one limit.
  const restMs = () => Math.max(1, Math.ceil(startedMs + wallMs - performance.now()));
  try {
    const outcomes = script.call('runOne', [`[${inputs}]`, place], wallMs) || script.call('collect', [], restMs());
    if (outcomes !== '') return { outcomes, ran: 1 };
    // The promise can never settle, so there is no sense in waiting for the limit that it would hit.
    return { outcomes: outcomeText({ e: ['SCRIPT_TIMEOUT'], l: logsOf(script, limits) }), ran: 1, spoilt: true };
  } catch (error) {
    if (script.isolate.isDisposed) return { outcomes: outcomeText({ e: ['SCRIPT_MEMORY'] }), ran: 1, spoilt: true };
    // A script may throw an error with the same words.
    if (!isTimeout(error) || performance.now() - startedMs < wallMs - 1) return stepDespite(error, options);
    const longer = longerWallMs(processorMs() - processorBefore, wallMs, limits);
    if (longer) return { outcomes: '', ran: 0, rest: 'alone', wallMs: longer, spoilt: true };
    const line = error instanceof Error ? lineIn(error.stack ?? '') : undefined;
    const outcome = outcomeText({ e: ['SCRIPT_TIMEOUT', undefined, line], l: logsOf(script, limits) });
    return { outcomes: outcome, ran: 1, spoilt: true };
  }
}

/** Runs as many of the inputs as the time allows; `rest` says what is to be done with the others. */
export function execute(options: ExecuteOptions): Execution {
  const { script, count, mode, limits, untilMs, onStep } = options;
  const outcomes: string[] = [];
  const usage: Execution['usage'] = [];
  let step: Ran | undefined;
  let done = 0;

  while (done < count && !step?.rest && !step?.spoilt) {
    const startedMs = performance.now();
    if (step && startedMs >= untilMs) break;
    onStep('call');
    const isCompany = mode === 'together' && !script.asynchronous && count - done > 1;
    step = isCompany ? runTogether(options, done) : runOne(options, done);
    if (step.ran === 0) continue;
    done += step.ran;
    outcomes.push(step.outcomes);
    const meanMs = Math.round(((performance.now() - startedMs) * 1000) / step.ran) / 1000;
    usage.push([step.ran, meanMs, heldBytes(script, limits)]);
  }
  const { rest = 'again', wallMs, spoilt = false } = step ?? {};
  return { outcomes: outcomes.join(','), usage, rest, wallMs, spoilt };
}
