import type { createKeeper, Restore } from './keeper.ts';

export interface RealmOptions {
  additions: Record<string, unknown>;
  /** Names of built-ins that the script may change during a call. */
  changeable: readonly string[];
  createKeeper: typeof createKeeper;
}

/**
 * Prepares the global environment of a script: only allowed globals, the clock and randomness of the call, everything
 * frozen except for built-ins that the script may change. Evaluated inside the isolate, so it must not use anything
 * outside this function.
 */
export function createRealm({ additions, changeable, createKeeper }: RealmOptions) {
  const allowed = new Set(
    (
      'Object Function Array Number Boolean String Symbol Date Promise RegExp BigInt JSON Math Map Set WeakMap WeakSet ' +
      'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError Proxy Reflect Iterator ' +
      'ArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array ' +
      'BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array globalThis undefined NaN Infinity ' +
      'parseInt parseFloat isFinite isNaN decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape'
    ).split(' '),
  );
  const call = { nowMs: 0, random: 0 };
  let implicitGlobals: Record<PropertyKey, unknown> = Object.create(null);

  function hide(holder: object, key: PropertyKey, value: unknown) {
    Object.defineProperty(holder, key, { value, writable: true, enumerable: false, configurable: true });
  }

  function setGlobals() {
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!allowed.has(String(key))) Reflect.deleteProperty(globalThis, key);
    }
    for (const [key, value] of Object.entries(additions)) hide(globalThis, key, value);
  }

  // Generated code is forbidden: it would run outside the function that isolates each call from the others.
  function forbidCodeFromText() {
    const samples = [() => {}, async () => {}, function* () {}, async function* () {}];
    for (const sample of samples) {
      const prototype = Object.getPrototypeOf(sample);
      const name = prototype.constructor.name;
      function refuse() {
        throw new EvalError('Code generation from strings is not allowed');
      }
      refuse.prototype = prototype;
      hide(refuse, 'name', name);
      hide(prototype, 'constructor', refuse);
      if (name === 'Function') hide(globalThis, 'Function', refuse);
    }
  }

  // Resizable buffers are allocated from the system directly and escape the isolate's memory limit.
  function forbidResizableBuffers() {
    const Native = ArrayBuffer;
    const Fixed = function (length: number) {
      if (!new.target) throw new TypeError("Constructor ArrayBuffer requires 'new'");
      return Reflect.construct(Native, [length], new.target);
    };
    Fixed.prototype = Native.prototype;
    Object.defineProperty(Fixed, 'isView', { value: Native.isView });
    Object.defineProperty(Fixed, Symbol.species, { get: () => Fixed });
    hide(Native.prototype, 'constructor', Fixed);
    Reflect.deleteProperty(Native.prototype, 'resize');
    hide(Fixed, 'name', 'ArrayBuffer');
    hide(globalThis, 'ArrayBuffer', Fixed);
  }

  function replaceClock() {
    const Native = Date;
    const Clock = function (...values: unknown[]) {
      if (!new.target) return new Native(call.nowMs).toString();
      return Reflect.construct(Native, values.length === 0 ? [call.nowMs] : values, new.target);
    };
    Clock.prototype = Native.prototype;
    hide(Clock, 'now', () => call.nowMs);
    hide(Clock, 'UTC', Native.UTC);
    hide(Clock, 'parse', Native.parse);
    hide(Native.prototype, 'constructor', Clock);
    hide(Clock, 'name', 'Date');
    hide(globalThis, 'Date', Clock);
  }

  // V8 reads `stackTraceLimit` of the native constructor, which stays frozen: scripts may write theirs without effect.
  function replaceError() {
    const Native = Error;
    const Shown = function (...values: unknown[]) {
      return Reflect.construct(Native, values, new.target ?? Shown);
    };
    for (const key of Reflect.ownKeys(Native)) {
      const property = Object.getOwnPropertyDescriptor(Native, key);
      if (property && key !== 'prototype') Object.defineProperty(Shown, key, property);
    }
    for (const key of ['stackTraceLimit', 'captureStackTrace']) {
      const value: unknown = Reflect.get(Native, key);
      Object.defineProperty(Shown, key, { get: () => value, set: () => {}, enumerable: true, configurable: true });
    }
    Shown.prototype = Native.prototype;
    hide(Native.prototype, 'constructor', Shown);
    hide(globalThis, 'Error', Shown);
    const derived = [AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
    for (const type of derived) Object.setPrototypeOf(type, Shown);
    Object.freeze(Native);
  }

  function replaceRandom() {
    hide(Math, 'random', () => {
      call.random = (call.random + 0x9e3779b9) | 0;
      let mixed = Math.imul(call.random ^ (call.random >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
    });
  }

  // With frozen prototypes a plain `object.toString = …` would fail, but scripts do that to their own objects.
  function allowOverrides(prototype: object) {
    for (const key of Reflect.ownKeys(prototype)) {
      const property = Object.getOwnPropertyDescriptor(prototype, key);
      if (!property?.configurable || !('value' in property)) continue;
      const { value, enumerable } = property;
      Object.defineProperty(prototype, key, {
        get: () => value,
        set(this: object, next: unknown) {
          if (this === prototype) throw new TypeError(`Cannot assign to read only property '${String(key)}'`);
          Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
        },
        enumerable,
        configurable: true,
      });
    }
  }

  // `Error` stays frozen: its `prepareStackTrace` would show functions of other frames to the script.
  function findOpen(): Set<object> {
    const found = changeable.flatMap((name): unknown[] => {
      const value: unknown = Reflect.get(globalThis, name);
      return [value === Error ? undefined : value, Object(value).prototype];
    });
    return new Set(found.filter((value) => typeof value === 'object' || typeof value === 'function').map(Object));
  }

  function freezeBuiltIns(open: ReadonlySet<object>) {
    const samples = [
      () => {},
      async () => {},
      function* () {},
      async function* () {},
      (function* () {})(),
      (async function* () {})(),
      [][Symbol.iterator](),
      ''[Symbol.iterator](),
      new Map()[Symbol.iterator](),
      new Set()[Symbol.iterator](),
      ''.matchAll(/x/g),
      [].values().map((value) => value),
      Iterator.from({ next: () => ({ done: true, value: undefined }) }),
    ];
    const found = new Set<object>();
    const waiting: unknown[] = [globalThis, ...samples];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || found.has(value)) continue;
      found.add(value);
      waiting.push(Object.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        waiting.push(property?.value, property?.get, property?.set);
      }
    }
    found.delete(globalThis);
    for (const value of found) if (!open.has(value)) Object.freeze(value);
  }

  // Old parsers forget `var`. Such variables are stored in a per-call record behind the frozen global object.
  function catchImplicitGlobals() {
    const readable = (key: PropertyKey) => key in implicitGlobals || key in Object.prototype;
    const handler: ProxyHandler<object> = {
      has: (_, key) => readable(key),
      get: (_, key, receiver) =>
        key in implicitGlobals ? implicitGlobals[key] : Reflect.get(Object.prototype, key, receiver),
      set(_, key, value) {
        implicitGlobals[key] = value;
        return true;
      },
      defineProperty: () => false,
      deleteProperty: (_, key) => Reflect.deleteProperty(implicitGlobals, key),
    };
    const frozen = Object.freeze(Object.create(Object.prototype));
    Object.setPrototypeOf(globalThis, new Proxy(frozen, Object.freeze(handler)));
  }

  const errorTypes = [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
  setGlobals();
  forbidCodeFromText();
  forbidResizableBuffers();
  replaceClock();
  replaceRandom();
  replaceError();
  const open = findOpen();
  for (const prototype of [Object.prototype, ...errorTypes.map((type) => type.prototype)]) {
    if (!open.has(prototype)) allowOverrides(prototype);
  }
  freezeBuiltIns(open);
  catchImplicitGlobals();
  if (!open.has(globalThis)) Object.freeze(globalThis);
  const restore: Restore = createKeeper([...open]);

  return {
    /** Clears all state of earlier calls: their variables and their last match (`RegExp.$1`). */
    begin(nowMs: number, seed: number) {
      call.nowMs = nowMs;
      call.random = seed | 0;
      implicitGlobals = Object.create(null);
      /(?:)/.exec('');
    },

    restore,

    /** Shows functions and variables of the script as properties of the global object, until the call ends. */
    shareGlobals(globals: object) {
      for (const name of Reflect.ownKeys(globals)) {
        const value: unknown = Reflect.get(globals, name);
        if (value !== undefined && !Object.hasOwn(globalThis, name)) implicitGlobals[name] ??= value;
      }
    },
  };
}

export type Realm = ReturnType<typeof createRealm>;
