import type { ScriptEntry } from '../script.ts';
import type { Program } from './runner.ts';

export type Factory = (...values: unknown[]) => unknown;

/** What a source with named functions returns besides its exports. */
interface Declared {
  functions: unknown[];
  /** Functions and variables that the script may read from the global object. */
  globals: object;
}

export interface ProgramParts {
  factory: Factory;
  entry: ScriptEntry;
  builtIns: Record<string, unknown>;
  shareGlobals(globals: object): void;
}

/**
 * Calls a compiled source as its entry specifies. The source is executed again for every call, so that its variables
 * keep no state between calls. Evaluated inside the isolate, so it must not use anything outside this function.
 */
export function createProgram({ factory, entry, builtIns, shareGlobals }: ProgramParts): Program {
  // A sloppy-mode script reaches its own function through `arguments.callee`: it must not store anything there.
  Object.freeze(factory.prototype);
  Object.freeze(factory);
  // Scripts may replace methods of lists during a call, so these are used before it or not at all.
  const functions = entry.form === 'functions' ? entry.functions : [];
  const names = functions.map(({ name }) => name).join(', ');
  const { apply } = Reflect;

  function order(names: readonly string[], args: Record<string, unknown>): unknown[] {
    const values: unknown[] = [];
    for (let at = 0; at < names.length; at++) values[at] = args[names[at] ?? ''];
    return values;
  }

  const require = Object.freeze((name: unknown) => {
    const found = builtIns[String(name).replace(/^node:/, '')];
    if (!found) throw new Error(`Cannot find module '${String(name)}'`);
    return found;
  });

  function load() {
    const module: { exports: unknown } = { exports: {} };
    const declared = apply(factory, globalThis, [module, module.exports, require]);
    return { exports: module.exports, declared };
  }

  if (entry.form === 'body') {
    return { invoke: (args) => apply(factory, undefined, order(entry.parameters, args)) };
  }

  if (entry.form === 'module') {
    return {
      invoke(args) {
        const { exports } = load();
        if (typeof exports !== 'function') throw new TypeError('module.exports is not a function');
        return apply(exports, undefined, order(entry.parameters, args));
      },
    };
  }

  return {
    invoke(args) {
      const { exports, declared } = load();
      const own = Object(declared) as Partial<Declared>;
      if (own.globals) shareGlobals(own.globals);
      for (let at = 0; at < functions.length; at++) {
        const { name, parameters } = functions[at] ?? { name: '', parameters: [] };
        const found = own.functions?.[at] ?? Object(exports)[name];
        if (typeof found === 'function') return apply(found, undefined, order(parameters, args));
      }
      throw new TypeError(`The script declares none of: ${names}`);
    },
  };
}
