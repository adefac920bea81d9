import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Mode } from './protocol.ts';
import {
  defaultLimits,
  type SandboxLimits,
  type Script,
  type ScriptCall,
  type ScriptInput,
  type ScriptResult,
} from './script.ts';

export interface SandboxOptions {
  log: Log;
  /** How many processes run scripts; they start with the first call. */
  processes?: number;
  limits?: Partial<SandboxLimits>;
  /** The user that the processes become when the server is root. Default: nobody. */
  userId?: number;
}

export type SandboxStats = ReturnType<ReturnType<typeof createDispatcher>['stats']>;

export interface Sandbox {
  run(call: ScriptCall): Promise<ScriptResult>;
  /** One result an input, in their order; an input that fails leaves the others alone. */
  runBatch(script: Script, inputs: readonly ScriptInput[]): Promise<ScriptResult[]>;
  /** Compiles only: says whether the script could be called at all. */
  check(script: Script): Promise<ScriptResult>;
  stats(): SandboxStats;
  close(): Promise<void>;
}

const nobody = 65534;

/** The only place where scripts of users run. */
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

  // The text is part of the key: an id that is used for another source must not run the old one.
  function keyOf(script: Script): string {
    const known = keys.get(script);
    if (known) return known;
    const hash = createHash('sha256').update(JSON.stringify(script)).digest('base64url');
    const key = `${script.id}:${hash.slice(0, 22)}`;
    keys.set(script, key);
    return key;
  }

  async function call(script: Script, inputs: readonly string[], mode: Mode): Promise<ScriptResult[]> {
    if (closing) fail('SERVICE_UNAVAILABLE', {}, { internal: 'the sandbox is closed' });
    if (dispatcher.queued() + inputs.length > limits.queuedCalls) {
      fail('SERVICE_UNAVAILABLE', {}, { internal: 'too many script calls wait' });
    }
    const key = keyOf(script);
    const results: ScriptResult[] = [];
    await new Promise<void>((resolve) => {
      let open = inputs.length;
      if (open === 0) resolve();
      for (const [index, input] of inputs.entries()) {
        const settle = (result?: ScriptResult) => {
          if (result) results[index] = result;
          if (--open === 0) resolve();
        };
        dispatcher.add({ key, script, input, mode, deaths: 0, settle });
      }
    });
    if (results.filter(Boolean).length < inputs.length) {
      fail('SERVICE_UNAVAILABLE', {}, { internal: 'no process could run the script' });
    }
    return results;
  }

  async function callOne(script: Script, input: string, mode: Mode): Promise<ScriptResult> {
    const [result] = await call(script, [input], mode);
    return result ?? fail('INTERNAL_ERROR');
  }

  const textOf = ({ args, nowMs, seed }: ScriptInput) => JSON.stringify({ args, nowMs, seed });

  return {
    run: ({ script, ...input }) => callOne(script, textOf(input), 'together'),
    runBatch: (script, inputs) => call(script, inputs.map(textOf), 'together'),
    check: (script) => callOne(script, '', 'check'),
    stats: dispatcher.stats,
    close() {
      closing ??= dispatcher.close();
      return closing;
    },
  };
}
