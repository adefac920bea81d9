import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { changedBuiltIns } from './changes.ts';
import type { ScriptResult } from './script.ts';
import { body, input, javascript, openSandbox } from './scripts.fixture.ts';

const sandbox = openSandbox();
afterAll(() => sandbox.close());

const show = (result: ScriptResult) => (result.ok ? result.value : result);

/** Each script returns what it found of its earlier calls, and what its change did. */
const changes: Record<string, [source: string, effect: unknown]> = {
  'a polyfill for a function that exists': [
    "'use strict'; const found = [1.5].map(Math.trunc); Math.trunc = Math.trunc || function (x) { return x | 0 }; return [found, Math.trunc(2.5)]",
    [[1], 2],
  ],
  'a function that replaces one': [
    'const found = Math.max(1, 2); Math.max = function () { return 7 }; return [found, Math.max(1, 2)]',
    [2, 7],
  ],
  'a property of Object.prototype in strict code': [
    "'use strict'; const found = ({}).extra ?? null; Object.prototype.extra = 5; return [found, ({}).extra]",
    [null, 5],
  ],
  'a defined property': [
    "const found = Object.assign({}, { a: 1 }); Object.defineProperty(Object, 'assign', { value: () => 3 }); return [found, Object.assign()]",
    [{ a: 1 }, 3],
  ],
  'a property that cannot be configured': [
    "const found = typeof Array.prototype.last; Object.defineProperty(Array.prototype, 'last', { value() { return this[this.length - 1] } }); return [found, [1, 2].last()]",
    ['undefined', 2],
  ],
  'a method of a prototype under another name': [
    'const found = typeof "".twice; const methods = String.prototype; methods.twice = function () { return this + this }; return [found, "ab".twice()]',
    ['undefined', 'abab'],
  ],
  'a method of the prototype of a value': [
    "const found = typeof [].first; [].__proto__.first = function () { return this[0] }; return [found, ['a'].first()]",
    ['undefined', 'a'],
  ],
  'a deleted method': [
    'const found = typeof "".big; delete String.prototype.big; return [found, typeof "".big]',
    ['function', 'undefined'],
  ],
  'the console': [
    'const found = typeof console.log("a"); console.log = () => 4; return [found, console.log("b")]',
    ['undefined', 4],
  ],
  'a global built-in': [
    'const found = JSON.parse("1"); JSON = { parse() { return 2 } }; return [found, JSON.parse("1")]',
    [1, 2],
  ],
  'a defined global': [
    "const found = typeof kept; Object.defineProperty(globalThis, 'kept', { value: 1 }); return [found, kept]",
    ['undefined', 1],
  ],
  'a frozen built-in': [
    'const found = Object.isFrozen(Math); Math.half = (x) => x / 2; Object.freeze(Math); return [found, Object.isFrozen(Math), Math.half(3)]',
    [false, true, 1.5],
  ],
  'a built-in with another prototype': [
    'const found = Math.kept ?? null; Object.setPrototypeOf(Math, { kept: 1 }); return [found, Math.kept]',
    [null, 1],
  ],
  'a getter where a restore would read': [
    "const found = typeof Object.prototype.get; for (const key of ['set', 'get']) Object.defineProperty(Object.prototype, key, { get() { throw 1 }, set() { throw 2 }, configurable: true }); return [found, 'get' in {}]",
    ['undefined', true],
  ],
  'a global function': [
    'const found = parseInt("12"); parseInt = function () { return 7 }; return [found, parseInt("12")]',
    [12, 7],
  ],
  'a global function of ours': [
    'const found = atob("YQ=="); atob = () => "z"; return [found, atob("YQ==")]',
    ['a', 'z'],
  ],
  'a global function in strict code': [
    "'use strict'; const found = isNaN(NaN); isNaN = () => 3; return [found, isNaN(1)]",
    [true, 3],
  ],
  'a function of the global object': [
    'const found = atob("YQ=="); globalThis.atob = () => "z"; return [found, atob("YQ==")]',
    ['a', 'z'],
  ],
  'a property of a built-in of the global object': [
    'const found = typeof Math.q; globalThis.Math.q = (x) => x + 1; return [found, Math.q(1)]',
    ['undefined', 2],
  ],
  'iteration of lists': [
    'const found = [...[1]]; Array.prototype[Symbol.iterator] = function* () { yield 9 }; return [found, [...[1]]]',
    [[1], [9]],
  ],
  'the number of lines of a stack': [
    'const found = Error.stackTraceLimit; Error.stackTraceLimit = found + 1; return [found, Error.stackTraceLimit]',
    [10, 10],
  ],
};

describe('a change to built-ins works during the call and is gone in the next one', () => {
  it.each(Object.entries(changes))('%s', async (_, [source, effect]) => {
    const script = body(source);
    const together = await sandbox.runBatch(script, [input(), input(), input()]);
    const results = [...together, await sandbox.run({ script, ...input() })];
    expect(results.map(show)).toEqual(results.map(() => effect));
  });

  it('in an asynchronous script too', async () => {
    const script = body(`const found = typeof Math.half; 
      return (async () => { await null; Math.half = (x) => x / 2; await null; return [found, Math.half(4)] })()`);
    const results = await sandbox.runBatch(script, [input(), input(), input()]);
    expect(results.map(show)).toEqual(results.map(() => ['undefined', 2]));
  });

  it('after an error and after a time limit', async () => {
    const script = body(`if (x === 'probe') return [typeof Math.half, Math.max(1, 2)];
      Math.half = 1; Math.max = () => 7;
      if (x === 'throw') throw new Error('thrown');
      for (;;);`);
    const inputs = ['throw', 'probe', 'hang', 'probe'].map((x) => input({ x }));
    const results = await sandbox.runBatch(script, inputs);
    expect(results).toMatchObject([
      { ok: false, params: { reason: 'Error: thrown' } },
      { value: ['undefined', 2] },
      { ok: false, code: 'SCRIPT_TIMEOUT' },
      { value: ['undefined', 2] },
    ]);
  });
});

/** Each script returns what it found of continuations that earlier calls left behind. */
const leftBehind: Record<string, string> = {
  'a microtask of a call that has returned': `const found = typeof left;
    let next = Promise.resolve(); for (let at = 0; at < 50; at++) next = next.then(() => { left = x });
    return found`,
  'a microtask beside an asynchronous call': `if (x === 0) { let next = Promise.resolve(); for (let at = 0; at < 200; at++) next = next.then(() => { left = x }); return 'undefined' }
    return (async () => { for (let at = 0; at < 50; at++) await null; return typeof left })()`,
  'a generator that never ends': `const found = typeof left;
    async function* endless() { try { yield 1; await new Promise(() => {}) } finally { left = 1 } }
    const values = endless(); values.next(); values.next(); return found`,
  'a function of the sandbox that a changed then received': `const found = typeof globalThis.kept; const { then } = Promise.prototype;
    Promise.prototype.then = function (settle, fail) { globalThis.kept = settle; return then.call(this, settle, fail) };
    return (async () => { await null; return found })()`,
};

describe('nothing of an earlier call continues in a later one', () => {
  it.each(Object.entries(leftBehind))('%s', async (_, source) => {
    const script = body(source);
    const together = await sandbox.runBatch(
      script,
      [0, 1, 2, 3].map((x) => input({ x })),
    );
    const results = [...together, await sandbox.run({ script, ...input({ x: 4 }) })];
    expect(results.map(show)).toEqual(results.map(() => 'undefined'));
  });
});

describe('a script that changes built-ins gains nothing', () => {
  it.each([
    ['by a forged text', `JSON.stringify = () => '1},{"v":2'; return { honest: x }`],
    ['by a fixed text', `Object.defineProperty(JSON, 'stringify', { value: () => '1},{"v":2' }); return { honest: x }`],
    ['by toJSON of everything', "Object.prototype.toJSON = () => 'forged'; return { honest: x }"],
    ['by a getter', `return { get honest() { String.prototype.charCodeAt = () => 0; Math.max = () => 0; return x } }`],
  ])('%s', async (_, source) => {
    const inputs = [1, 2, 3].map((x) => input({ x }));
    const results = await sandbox.runBatch(body(source), inputs);
    expect(results.map(show)).toEqual([{ honest: 1 }, { honest: 2 }, { honest: 3 }]);
  });

  it('by a change that cannot be undone: its result is checked', async () => {
    const fixed = (holder: string) => `Object.defineProperty(${holder}, 'toJSON', { value: () => 'forged' });`;
    const script = body(`if (x !== 2) return x; ${fixed('Object.prototype')} ${fixed('Array.prototype')}
      console.log('a'); throw new Error('b')`);
    const results = await sandbox.runBatch(
      script,
      [1, 2, 3].map((x) => input({ x })),
    );
    expect(results).toMatchObject([{ value: 1 }, { ok: false, code: 'SCRIPT_ERROR' }, { value: 3 }]);
  });
});

it('may write the settings of stacks in strict code, without an effect', async () => {
  const script = body(`'use strict';
    Error.captureStackTrace = Error.captureStackTrace || function () {};
    Error.stackTraceLimit = 50;
    class Own extends Error {}
    const own = new Own('a', { cause: 1 });
    return [Error.stackTraceLimit, own.message, own.cause, own instanceof Error, Error('b') instanceof Error,
      own.constructor === Own, new TypeError('c') instanceof Error, typeof own.stack]`);
  const effect = [10, 'a', 1, true, true, true, true, 'string'];
  const results = await sandbox.runBatch(script, [input(), input()]);
  expect(results.map(show)).toEqual([effect, effect]);
});

describe('the global object', () => {
  const entry = { form: 'functions' as const, functions: [{ name: 'parse', parameters: ['x'] }] };
  const parse = async (source: string) =>
    show(await sandbox.run({ script: javascript(source, entry), ...input({ x: 1 }) }));

  it('is `this` at the top of a script', async () => {
    expect(await parse('const top = this; function parse() { return top === globalThis }')).toBe(true);
    expect(await parse("'use strict'; const top = this; function parse() { return top === globalThis }")).toBe(true);
  });

  it('has the functions and variables of the script', async () => {
    const source = `var factor = 2;
      function helper(x) { return x * this.factor }
      var later = function () { return 'later' };
      function inner() { var hidden = 1; return hidden }
      function parse(x) { return [this.helper(3), this['later'](), typeof this.hidden, typeof this.missing] }`;
    expect(await parse(source)).toEqual([6, 'later', 'undefined', 'undefined']);
    const computed =
      "function h1() { return 1 } function parse() { const name = 'h' + 1; return this['h' + 1]() + this[name]() }";
    expect(await parse(computed)).toBe(2);
    expect(await parse('this.parse = function () { return 5 }')).toBe(5);
  });
});

describe('which built-ins a script may change', () => {
  it.each([
    ['var a = Math.max(1, 2); Packet.prototype.read = function () { return this.at }'],
    ['var data = {}; data.Date = 1; data.Error = 2; var Buffer = require("buffer").Buffer'],
    ['if (Math.abs(a) === b && Number.isInteger(b) !== true) c = [1].map(Number).filter(Boolean)'],
    ['Object.keys(a).forEach((key) => Object.prototype.hasOwnProperty.call(a, key))'],
    ['x >= Math.PI; String.fromCharCode(1) == 2'],
  ])('none: %s', (source) => {
    expect(changedBuiltIns(source)).toEqual([]);
  });

  it('takes a time that grows with the length only', () => {
    for (const part of [
      'Math.a',
      'Math[a',
      'Math . ',
      '__proto__.',
      'Object.assign(',
      ' = Math ',
      'getPrototypeOf((',
      '   ',
      'var ',
    ]) {
      expect(changedBuiltIns(part.repeat(100_000))).toEqual(expect.any(Array));
    }
  });
});

/** Applies changes to any objects that a script can reach, or returns a text that describes all of them. */
const vandal = body(`
  const { Reflect: R } = globalThis;
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf, set } = R;
  const { freeze, preventExtensions, seal, isExtensible } = Object;
  const print = Function.prototype.toString;
  const hidden = [() => {}, async () => {}, function* () {}, async function* () {}, (function* () {})(),
    (async function* () {})(), [].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/x/g),
    [].values().map(String), Iterator.from({ next() {} }), Promise.resolve(), /x/, new Date(0), new Error('e'), new Uint8Array(1)];
  const reached = [];
  const seen = new Set();
  const open = [...hidden.map(getPrototypeOf), globalThis];
  for (let at = 0; at < open.length; at++) {
    const value = open[at];
    if (Object(value) !== value || seen.has(value)) continue;
    seen.add(value);
    reached[reached.length] = value;
    open[open.length] = getPrototypeOf(value);
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      open.push(property.value, property.get, property.set);
    }
  }
  const order = new Map(reached.map((value, index) => [value, index]));
  if (x === 'describe') {
    const shown = (value) => order.get(value) ?? (typeof value === 'symbol' ? 'symbol' : String(value));
    let hash = 0;
    let length = 0;
    const add = (text) => { length += text.length; for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0; };
    for (const value of reached) {
      add('|' + isExtensible(value) + shown(getPrototypeOf(value)) + (typeof value === 'function' ? apply(print, value, []) : ''));
      for (const key of ownKeys(value)) {
        const { value: plain, get, set, writable, enumerable, configurable } = getOwnPropertyDescriptor(value, key);
        if (typeof key !== 'string' || !/^\\$|^input$|^last|Match$|Context$|Paren$/.test(key)) add([String(key), shown(plain), shown(get), shown(set), writable, enumerable, configurable].join());
      }
    }
    return [reached.length, length, hash, RegExp.$1, Error.stackTraceLimit, typeof Error.prepareStackTrace];
  }
  /(match)/.exec('a match');
  const values = [1, 'text', null, undefined, () => 'forged', function* () {}, {}, [], globalThis, Object.prototype];
  const act = ({ target, key, kind, value, flags }) => {
    const holder = reached[target % reached.length];
    const keys = ownKeys(holder);
    const name = typeof key === 'number' && keys.length > 0 ? keys[key % keys.length] : String(key);
    const given = values[value % values.length];
    const [writable, enumerable, configurable] = [(flags & 1) > 0, (flags & 2) > 0, (flags & 4) > 0];
    if (kind === 'set') set(holder, name, given);
    if (kind === 'define') defineProperty(holder, name, { value: given, writable, enumerable, configurable });
    if (kind === 'getter') defineProperty(holder, name, { get() { throw 1 }, set() { throw 2 }, enumerable, configurable });
    if (kind === 'delete') delete holder[name];
    if (kind === 'freeze') [freeze, preventExtensions, seal][flags % 3](holder);
    if (kind === 'prototype') setPrototypeOf(holder, [null, {}, Array.prototype][flags % 3]);
  };
  for (let at = 0; at < x.length; at++) try { act(x[at]) } catch {}
  Math.changed = 1;
  return { honest: 1 };
  // May change: Object Function Array Number Boolean String Symbol Date Promise RegExp BigInt JSON Math Map Set WeakMap
  // WeakSet Error TypeError Reflect Iterator ArrayBuffer DataView Uint8Array Float64Array Buffer TextDecoder console
`);

describe('whatever a script does to what it can reach', () => {
  const target = fc.oneof(fc.nat(2_000), fc.nat(60));
  const action = fc.record({
    target,
    key: fc.oneof(fc.nat(60), fc.constantFrom('kept', 'get', 'value', 'toJSON', 'then', '0', 'prepareStackTrace')),
    kind: fc.constantFrom('set', 'define', 'getter', 'delete', 'freeze', 'prototype'),
    value: fc.nat(20),
    flags: fc.nat(7),
  });

  it('the next call finds everything as it was', async () => {
    const describing = input({ x: 'describe' });
    const before = show(await sandbox.run({ script: vandal, ...describing }));
    expect(before).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), '', 10, 'undefined']);
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 6 }), async (actions) => {
        const [, after] = await sandbox.runBatch(vandal, [input({ x: actions }), describing]);
        expect(after && show(after)).toEqual(before);
      }),
      { numRuns: 50 },
    );
  }, 120_000);
});
