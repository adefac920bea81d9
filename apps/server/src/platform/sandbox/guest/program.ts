import type { ScriptEntry } from '../script.ts';
import type { Program } from './runner.ts';

export type Factory = (...values: unknown[]) => unknown;

/**
 * Calls a compiled source as its entry specifies. The source is executed again for every call, so that its variables
 * keep no state between calls. Evaluated inside the isolate, so it must not use anything outside this function.
 */
export function createProgram(factory: Factory, entry: ScriptEntry, builtIns: Record<string, unknown>): Program {
  // A sloppy-mode script reaches its own function through `arguments.callee`: it must not store anything there.
  Object.freeze(factory.prototype);
  Object.freeze(factory);
  const order = (names: readonly string[], args: Record<string, unknown>) => names.map((name) => args[name]);

  const require = Object.freeze((name: unknown) => {
    const found = builtIns[String(name).replace(/^node:/, '')];
    if (!found) throw new Error(`Cannot find module '${String(name)}'`);
    return found;
  });

  function load() {
    const module: { exports: unknown } = { exports: {} };
    const declared = factory.call(module.exports, module, module.exports, require);
    return { exports: module.exports, declared: Array.isArray(declared) ? declared : [] };
  }

  if (entry.form === 'body') {
    return { invoke: (args) => factory(...order(entry.parameters, args)) };
  }

  if (entry.form === 'module') {
    return {
      invoke(args) {
        const { exports } = load();
        if (typeof exports !== 'function') throw new TypeError('module.exports is not a function');
        return exports(...order(entry.parameters, args));
      },
    };
  }

  return {
    invoke(args) {
      const { exports, declared } = load();
      for (const [index, { name, parameters }] of entry.functions.entries()) {
        const found = declared[index] ?? Object(exports)[name];
        if (typeof found === 'function') return found(...order(parameters, args));
      }
      throw new TypeError(`The script declares none of: ${entry.functions.map(({ name }) => name).join(', ')}`);
    },
  };
}
