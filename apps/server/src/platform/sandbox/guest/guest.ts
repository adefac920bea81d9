import type jsonata from 'jsonata';
import { createBuffer } from './buffer.ts';
import { createCodec } from './codec.ts';
import { createExpression, createLineOf } from './expression.ts';
import { createKeeper } from './keeper.ts';
import { createProgram, type Factory } from './program.ts';
import { createRealm } from './realm.ts';
import { createRunner, type GuestLimits } from './runner.ts';
import { createText } from './text.ts';

const parts = {
  createBuffer,
  createCodec,
  createExpression,
  createKeeper,
  createLineOf,
  createProgram,
  createRealm,
  createRunner,
  createText,
};

type Library = (scope: { Buffer: unknown }) => typeof jsonata;

export interface GuestOptions {
  limits: GuestLimits;
  /** Names of built-ins that the script may change during a call. */
  changeable: readonly string[];
}

function createGuest(made: typeof parts, { limits, changeable }: GuestOptions, library?: Library) {
  const CompiledFunction = Function;
  const codec = made.createCodec();
  const Buffer = made.createBuffer(codec);
  const runner = made.createRunner(limits, Date.now);
  const additions = { Buffer, console: runner.console, ...made.createText(codec) };
  const realm = made.createRealm({ additions, changeable, createKeeper: made.createKeeper });
  runner.useRealm(realm);
  const builtIns = Object.freeze({ __proto__: null, buffer: Object.freeze({ Buffer }) });

  return {
    runSome: runner.runSome,
    runOne: runner.runOne,
    collect: runner.collect,
    takeLogs: runner.takeLogs,
    restore: runner.restore,

    /** Refuses a source that closes the surrounding function and would run outside of a call. */
    check(parameters: string, body: string): string {
      return runner.use(() => {
        CompiledFunction(parameters, body);
        return { invoke: () => undefined };
      });
    },

    useScript(factory: Factory, entryText: string): string {
      return runner.use(() =>
        made.createProgram({ factory, entry: JSON.parse(entryText), builtIns, shareGlobals: realm.shareGlobals }),
      );
    },

    useExpression(source: string): string {
      const lineOf = made.createLineOf(source);
      return runner.use(() => {
        if (!library) throw new TypeError('The expression language is not loaded');
        return made.createExpression(library({ Buffer }), source, lineOf);
      }, lineOf);
    },
  };
}

export type Guest = ReturnType<typeof createGuest>;

/**
 * The source text of all code that runs inside an isolate besides the script: a function of its options (as JSON) and
 * the JSONata library. Functions are passed as text because no object of this process may ever enter an isolate.
 */
export const guestSource = `'use strict';
(function (options, library) {
  return (${createGuest})({ ${Object.entries(parts)
    .map(([name, part]) => `${name}: ${part}`)
    .join(',\n')} }, JSON.parse(options), library);
})`;
