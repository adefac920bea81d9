import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Mode } from './protocol.ts';
import { type Batch, groupCalls, type PendingCalls } from './queue.ts';
import {
  type BatchOptions,
  defaultLimits,
  type SandboxLimits,
  type Script,
  type ScriptCall,
  type ScriptInput,
  type ScriptResult,
} from './script.ts';

export interface SandboxOptions {
  log: Log;
  /** Number of processes that run scripts; they start with the first call. */
  processes?: number;
  limits?: Partial<SandboxLimits>;
  /** The user that the processes switch to if the server runs as root. Default: nobody. */
  userId?: number;
}

export type SandboxStats = ReturnType<ReturnType<typeof createDispatcher>['stats']>;

export interface Sandbox {
  run(call: ScriptCall): Promise<ScriptResult>;
  /** Returns one result per input, in order; a failing input does not affect the others. */
  runBatch(script: Script, inputs: readonly ScriptInput[], options?: BatchOptions): Promise<ScriptResult[]>;
  /** Only compiles the script, to check whether it could be called at all. */
  check(script: Script, accountId: number): Promise<ScriptResult>;
  stats(): SandboxStats;
  close(): Promise<void>;
}

const nobody = 65534;

type InputText = Pick<PendingCalls, 'inputs' | 'count' | 'accountId'>;

type CallOptions = BatchOptions & Pick<ScriptCall, 'timeoutMs'>;

const countOf = (parts: readonly InputText[]) => parts.reduce((sum, { count }) => sum + count, 0);

/** Serializes all inputs at once, because one call of `JSON.stringify` per input costs twice as much. */
const textOf = (inputs: readonly ScriptInput[]): string =>
  JSON.stringify(inputs.map(({ args, nowMs, seed }) => ({ args, nowMs, seed }))).slice(1, -1);

const longestText = 250_000;

/** Splits inputs into runs of consecutive inputs of one account, each of limited length. */
function* partsOf(inputs: readonly ScriptInput[]): Generator<{ part: readonly ScriptInput[]; accountId: number }> {
  let from = 0;
  for (const [index, { accountId }] of inputs.entries()) {
    const next = index + 1;
    if (next - from < groupCalls && inputs[next]?.accountId === accountId) continue;
    yield { part: inputs.slice(from, next), accountId };
    from = next;
  }
}

/** Serializes inputs of calls that run together: of one account, and limited in number and length. */
function* textsOf(inputs: readonly ScriptInput[]): Generator<InputText> {
  for (const { part, accountId } of partsOf(inputs)) {
    const text = textOf(part);
    if (text.length <= longestText) yield { inputs: text, count: part.length, accountId };
    else yield* part.map((input) => ({ inputs: textOf([input]), count: 1, accountId }));
  }
}

/** Runs the scripts of users; no other code may run them. */
export function createSandbox({ log, limits: given, processes, userId = nobody }: SandboxOptions): Sandbox {
  const limits = { ...defaultLimits, ...given };
  const dispatcher = createDispatcher({
    log,
    limits,
    processes: processes ?? Math.max(2, Math.min(4, availableParallelism() - 1)),
    userId: process.getuid?.() === 0 ? userId : undefined,
  });
  const keys = new WeakMap<Script, string>();
  let closing: Promise<void> | undefined;

  // The key includes a hash of the source: an id reused for another source must not run the old one.
  function keyOf(script: Script): string {
    const known = keys.get(script);
    if (known) return known;
    const hash = createHash('sha256').update(JSON.stringify(script)).digest('base64url');
    const key = `${script.id}:${hash.slice(0, 22)}`;
    keys.set(script, key);
    return key;
  }

  async function call(script: Script, parts: readonly InputText[], mode: Mode, options: CallOptions = {}) {
    const count = countOf(parts);
    if (closing) fail('SERVICE_UNAVAILABLE', {}, { internal: 'the sandbox is closed' });
    const byAccount = [...Map.groupBy(parts, ({ accountId }) => accountId)];
    // A batch of several accounts is refused only if none of them has room left: one must not refuse the others' calls.
    if (count > 0 && byAccount.every(([id, own]) => dispatcher.queuedOf(id) + countOf(own) > limits.queuedCalls)) {
      fail('SERVICE_UNAVAILABLE', {}, { internal: 'too many script calls wait' });
    }
    if (count === 0) return [];
    const key = keyOf(script);
    const { maxHung = Number.POSITIVE_INFINITY, timeoutMs } = options;
    const batch: Batch = { results: [], open: count, hung: 0, maxHung, end: () => {} };
    await new Promise<void>((resolve) => {
      batch.end = resolve;
      let place = 0;
      for (const part of parts) {
        dispatcher.add({ ...part, key, script, batch, place, mode, timeoutMs, deaths: 0 });
        place += part.count;
      }
    });
    if (batch.open > 0) fail('SERVICE_UNAVAILABLE', {}, { internal: 'no process could run the script' });
    return batch.results;
  }

  async function callOne(
    script: Script,
    input: Omit<InputText, 'count'>,
    mode: Mode,
    options: CallOptions = {},
  ): Promise<ScriptResult> {
    const [result] = await call(script, [{ ...input, count: 1 }], mode, options);
    return result ?? fail('INTERNAL_ERROR');
  }

  return {
    run({ script, timeoutMs, ...input }) {
      const text = { inputs: textOf([input]), accountId: input.accountId };
      return callOne(script, text, timeoutMs === undefined ? 'together' : 'alone', { timeoutMs });
    },
    runBatch: (script, inputs, options) => call(script, [...textsOf(inputs)], 'together', options),
    check: (script, accountId) => callOne(script, { inputs: '', accountId }, 'check'),
    stats: dispatcher.stats,
    close() {
      closing ??= dispatcher.close();
      return closing;
    },
  };
}
