import ivm from 'isolated-vm';
import { changedBuiltIns } from './changes.ts';
import { type Guest, type GuestOptions, guestSource } from './guest/guest.ts';
import type { Outcome } from './guest/runner.ts';
import { type JavaScript, type SandboxLimits, type Script, starvedFactor } from './script.ts';
import { scriptFileName, wrapSource } from './source.ts';

type GuestFunction = 'runSome' | 'runOne' | 'collect' | 'takeLogs' | 'restore';

export interface CompiledScript {
  isolate: ivm.Isolate;
  /** True if the script may change built-ins: each call runs alone, and its changes are undone after it. */
  changesBuiltIns: boolean;
  /** Calls a guest function with texts and numbers; rethrows errors of the isolate. */
  call(name: GuestFunction, values: (string | number)[], timeoutMs: number): string;
}

export interface IsolateOptions {
  limits: SandboxLimits;
  jsonataSource: string;
}

/** Finds the line of the script in a message or stack of isolated-vm. */
export function lineIn(text: string): number | undefined {
  const match = new RegExp(`${scriptFileName.replace('.', '\\.')}:(\\d+)`).exec(text);
  return match ? Number(match[1]) : undefined;
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Script execution timed out.';
}

export const outcomeText = (outcome: Outcome): string => JSON.stringify(outcome);

function syntaxError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/ \[[^\]]*\]$/, '');
  return outcomeText({ e: ['SCRIPT_ERROR', `SyntaxError: ${reason}`, lineIn(message)] });
}

function whyNot(error: unknown): NonNullable<Outcome['e']> {
  return isTimeout(error)
    ? ['SCRIPT_TIMEOUT']
    : ['SCRIPT_ERROR', error instanceof Error ? error.message : String(error)];
}

interface Room {
  isolate: ivm.Isolate;
  context: ivm.Context;
  /** Looks up a guest function; all of them return text. */
  guest: (name: keyof Guest) => (values: unknown[], timeoutMs: number) => string;
  timeoutMs: number;
}

/** Returns an empty text, or the outcome of a source that does not compile. */
function loadJavaScript(script: JavaScript, { isolate, context, guest, timeoutMs }: Room): string {
  const wrapped = wrapSource(script);
  let compiled: ivm.Script;
  try {
    compiled = isolate.compileScriptSync(wrapped.text, { filename: scriptFileName, lineOffset: -1 });
  } catch (error) {
    return syntaxError(error);
  }
  // The check precedes the run: a source that closes the surrounding function would run outside of any call.
  const refused = guest('check')([wrapped.parameters, wrapped.body], timeoutMs);
  if (refused !== '') return refused;
  const factory: ivm.Reference = compiled.runSync(context, { reference: true, timeout: timeoutMs });
  return guest('useScript')([factory.derefInto(), JSON.stringify(wrapped.entry)], timeoutMs);
}

function fill(
  isolate: ivm.Isolate,
  script: Script,
  { limits, jsonataSource }: IsolateOptions,
): CompiledScript | string {
  const context = isolate.createContextSync();
  const evaluate = (text: string): ivm.Reference =>
    isolate.compileScriptSync(text, { filename: 'guest.js' }).runSync(context, { reference: true });
  const library = script.kind === 'jsonata' ? evaluate(jsonataSource).derefInto() : undefined;
  const changeable = script.kind === 'jsonata' ? [] : changedBuiltIns(script.source);
  const guestOptions: GuestOptions = { limits, changeable };
  const given = [JSON.stringify(guestOptions), library];
  const functions: ivm.Reference = evaluate(guestSource).applySync(undefined, given, { result: { reference: true } });
  const guest: Room['guest'] = (name) => {
    const reference: ivm.Reference = functions.getSync(name, { reference: true });
    return (values, timeoutMs) => String(reference.applySync(undefined, values, { timeout: timeoutMs }));
  };

  const timeoutMs = limits.timeoutMs * starvedFactor;
  const failure =
    script.kind === 'jsonata'
      ? guest('useExpression')([script.source], timeoutMs)
      : loadJavaScript(script, { isolate, context, guest, timeoutMs });
  if (failure !== '') return failure;
  const callable = {
    runSome: guest('runSome'),
    runOne: guest('runOne'),
    collect: guest('collect'),
    takeLogs: guest('takeLogs'),
    restore: guest('restore'),
  };
  const changesBuiltIns = changeable.length > 0;
  return { isolate, changesBuiltIns, call: (name, values, limitMs) => callable[name](values, limitMs) };
}

/** Compiles the script in a new isolate, or returns the outcome of all its calls if it does not compile. */
export function compileScript(script: Script, options: IsolateOptions): CompiledScript | string {
  const { sourceBytes, memoryMb } = options.limits;
  if (Buffer.byteLength(script.source) > sourceBytes) {
    return outcomeText({ e: ['SCRIPT_ERROR', `The script is longer than ${sourceBytes} bytes`] });
  }
  // Without `onCatastrophicError` V8 aborts as a last resort: a dead process is better than one that hangs.
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb });
  let compiled: CompiledScript | string;
  try {
    compiled = fill(isolate, script, options);
  } catch (error) {
    compiled = outcomeText({ e: isolate.isDisposed ? ['SCRIPT_MEMORY'] : whyNot(error) });
  }
  if (typeof compiled === 'string' && !isolate.isDisposed) isolate.dispose();
  return compiled;
}
