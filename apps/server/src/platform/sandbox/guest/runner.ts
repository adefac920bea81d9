import type { SandboxLimits, ScriptFailureCode, ScriptInput, ScriptLogLine } from '../script.ts';

/** Runs the compiled script with the arguments of one call. */
export type Invoke = (args: Record<string, unknown>) => unknown;

/** The result of one call: value or error, and its log. Names are short because it crosses two process boundaries. */
export interface Outcome {
  v?: unknown;
  /** Set if the script returned `undefined`, which JSON cannot represent. */
  u?: 1;
  e?: [code: ScriptFailureCode, reason?: string, line?: number];
  l?: [level: ScriptLogLine['level'], text: string][];
}

export type GuestLimits = Pick<SandboxLimits, 'outputBytes' | 'logLines' | 'logLineLength'>;

/** A compiled script: how to call it, how to find the line of an error, and which values its result omits. */
export interface Program {
  invoke: Invoke;
  lineOf?: (error: unknown) => number | undefined;
  replacer?: (key: string, value: unknown) => unknown;
}

/** Calls the script and serializes its result. Evaluated inside the isolate: it must not use anything outside. */
export function createRunner(limits: GuestLimits, readMs: () => number) {
  // Scripts may replace them during a call.
  const { parse, stringify } = JSON;
  const tooLarge = ['Array buffer allocation failed', 'Invalid string length', 'Maximum BigInt size exceeded'];
  const maxAnswerLength = 1_000_000;
  const maxReasonLength = 500;
  // Deeper values would overflow the stack of recursive functions outside the isolate.
  const maxDepth = 100;
  let program: Program = { invoke: () => undefined };
  let begin: (nowMs: number, seed: number) => void = () => {};
  let restore: () => boolean = () => true;
  let logs: [string, string][] | undefined;
  let settled: string | undefined;

  function show(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (typeof value !== 'object' || value === null) return String(value);
    return stringify(value) ?? '{}';
  }

  function record(level: string, values: unknown[]) {
    if (!logs || logs.length >= limits.logLines) return;
    let text = '';
    for (const value of values) {
      let part = '[not printable]';
      try {
        part = show(value).slice(0, limits.logLineLength);
      } catch {
        // A circular value must not fail the script that logs it.
      }
      text += (text === '' ? '' : ' ') + part;
      if (text.length >= limits.logLineLength) break;
    }
    logs.push([level, text.slice(0, limits.logLineLength)]);
  }

  function lineFromStack(error: unknown): number | undefined {
    const match = error instanceof Error ? /script\.js:(\d+)/.exec(String(error.stack)) : null;
    return match ? Number(match[1]) : undefined;
  }

  // The thrown value is controlled by the script: reading it may throw again.
  function describe(error: unknown): NonNullable<Outcome['e']> {
    let reason = 'The script threw a value that cannot be read';
    let line: number | undefined;
    let code: ScriptFailureCode = 'SCRIPT_ERROR';
    try {
      const fields =
        typeof error === 'object' && error !== null ? (error as { code?: unknown; message?: unknown }) : {};
      const isPlain = !(error instanceof Error) && typeof fields.message === 'string';
      reason = isPlain ? `${fields.code ? `${String(fields.code)}: ` : ''}${fields.message}` : show(error);
      if (error instanceof RangeError && tooLarge.includes(error.message)) code = 'SCRIPT_MEMORY';
      line = (program.lineOf ?? lineFromStack)(error);
    } catch {
      // The default reason above is used.
    }
    return [code, reason.slice(0, maxReasonLength), line];
  }

  function byteLength(text: string): number {
    let bytes = text.length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
    }
    return bytes;
  }

  function depthOf(text: string): number {
    let depth = 0;
    let deepest = 0;
    let isQuoted = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isQuoted) {
        if (code === 92) at++;
        else if (code === 34) isQuoted = false;
      } else if (code === 34) isQuoted = true;
      else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
      else if (code === 93 || code === 125) depth--;
    }
    return deepest;
  }

  function finish(outcome: string): string {
    const text = logs && logs.length > 0 ? `{${outcome},"l":${stringify(logs)}}` : `{${outcome}}`;
    logs = undefined;
    return text;
  }

  function failed(error: unknown): string {
    restore();
    const description = describe(error);
    restore();
    return finish(`"e":${stringify(description)}`);
  }

  function succeeded(value: unknown): string {
    try {
      // Built-ins are restored before and after: a getter of the result may change them again.
      restore();
      const text = stringify(value, program.replacer);
      restore();
      if (text === undefined) return finish('"u":1');
      const isTooLong = text.length * 3 > limits.outputBytes && byteLength(text) > limits.outputBytes;
      if (isTooLong) return finish('"e":["SCRIPT_OUTPUT_TOO_LARGE"]');
      if (text.length > 2 * maxDepth && depthOf(text) > maxDepth)
        throw new RangeError('The result is nested too deeply');
      return finish(`"v":${text}`);
    } catch (error) {
      return failed(error);
    }
  }

  function isThenable(value: unknown): value is PromiseLike<unknown> {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
    return typeof (value as { then?: unknown }).then === 'function';
  }

  /** Returns the outcome, or the promise that will provide it. */
  function start({ args, nowMs, seed }: ScriptInput): string | PromiseLike<unknown> {
    logs = [];
    begin(nowMs, seed);
    try {
      const value = program.invoke(args);
      return isThenable(value) ? value : succeeded(value);
    } catch (error) {
      return failed(error);
    }
  }

  function watch(promise: PromiseLike<unknown>) {
    const gave = (value: unknown) => {
      settled ??= succeeded(value);
    };
    const threw = (error: unknown) => {
      settled ??= failed(error);
    };
    try {
      Promise.resolve(promise).then(gave, threw);
    } catch (error) {
      threw(error);
    }
  }

  const console = {
    debug: (...values: unknown[]) => record('debug', values),
    info: (...values: unknown[]) => record('info', values),
    log: (...values: unknown[]) => record('log', values),
    warn: (...values: unknown[]) => record('warn', values),
    error: (...values: unknown[]) => record('error', values),
  };

  return {
    console,

    useRealm(realm: { begin: typeof begin; restore: typeof restore }) {
      begin = realm.begin;
      restore = realm.restore;
    },

    /** Returns an empty text, or the outcome of all calls of a script that does not compile. */
    use(compile: () => Program, lineOf?: Program['lineOf']): string {
      try {
        program = { invoke: () => undefined, lineOf };
        program = compile();
        return '';
      } catch (error) {
        return failed(error);
      }
    },

    /**
     * Runs calls in sequence from the index `from` until the time is up: "<calls done>|<why it stopped>|<outcomes>".
     * A call that returns a promise is left to `runOne`, where its microtasks cannot affect another call.
     */
    runSome(text: string, from: number, stopAfterMs: number): string {
      const startedMs = readMs();
      const inputs: ScriptInput[] = parse(text);
      let answer = '';
      let done = 0;
      for (let at = from; at < inputs.length; at++) {
        const outcome = start(inputs[at] as ScriptInput);
        if (typeof outcome !== 'string') {
          logs = undefined;
          watch(outcome);
          return `${done}|asynchronous|${answer}`;
        }
        answer += done === 0 ? outcome : `,${outcome}`;
        done++;
        if (answer.length > maxAnswerLength || readMs() - startedMs >= stopAfterMs) break;
      }
      return `${done}|ok|${answer}`;
    },

    /** Runs one call; returns an empty text for a promise, whose outcome `collect` returns after the microtasks. */
    runOne(text: string, place: number): string {
      settled = undefined;
      const outcome = start(parse(text)[place]);
      if (typeof outcome === 'string') {
        settled = outcome;
        return outcome;
      }
      watch(outcome);
      return '';
    },

    /** Returns the outcome of the last call. Empty if its promise is pending: without timers or input it stays so. */
    collect(): string {
      return settled ?? '';
    },

    takeLogs(): string {
      restore();
      return stringify(logs ?? []);
    },

    /** Returns an empty text, or "spoilt" if the script changed a built-in in a way that can't be undone. */
    restore: () => (restore() ? '' : 'spoilt'),
  };
}

export type Runner = ReturnType<typeof createRunner>;
