import { afterAll, describe, expect, it } from 'vitest';
import { body, input, jsonata, openSandbox } from './scripts.fixture.ts';

const sandbox = openSandbox();
afterAll(() => sandbox.close());

/** Each attempt obtains `F`, `E` or a promise by a known sandbox escape, and looks for globals of the host there. */
const host = '"return typeof process + typeof require + typeof module"';
const attempts: Record<string, string> = {
  'the constructor of an argument': `return x.constructor.constructor(${host})()`,
  'the constructor of the arguments object': `return arguments.constructor.constructor(${host})()`,
  'the constructor of this': `return this.constructor.constructor(${host})()`,
  'the constructor of the console': `return console.log.constructor(${host})()`,
  'the constructor of a Buffer method': `return Buffer.from.constructor(${host})()`,
  'the constructor of Date': `return Date.now.constructor(${host})()`,
  'an async function': `return (async () => {}).constructor(${host})()`,
  'a generator': `return [...(function* () {}).constructor("yield typeof process")()][0]`,
  'an async generator': `return Object.getPrototypeOf(async function* () {}).constructor(${host})()`,
  'Reflect.construct': `return Reflect.construct(Function, [${host}])()`,
  'a subclass of Function': `return new (class extends Function {})(${host})()`,
  'indirect eval': '(0, eval)("process")',
  'an error of the engine through a stack overflow': `let caught;
    const f = () => { try { f() } catch (e) { caught = e } };
    f(); return caught.constructor.constructor(${host})()`,
  'an error of JSON.parse': `try { JSON.parse("{") } catch (e) { return e.constructor.constructor(${host})() }`,
  'a rejected import': `return import("node:fs").then(() => "escaped", (e) => e.constructor.constructor(${host})())`,
  'a stack trace hook': `Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack;
    return typeof sites === "string" ? x.constructor.constructor(${host})() : sites[0].getThis()`,
  'a stack trace hook of a subclass': `class E extends Error {}
    E.prepareStackTrace = (_, sites) => sites.map((site) => site.getFunction());
    const { stack } = new E();
    if (typeof stack !== "string") return "escaped";
    return x.constructor.constructor(${host})()`,
  'a proxy as a prototype': `const p = new Proxy({}, { getPrototypeOf() { throw Error } });
    try { p instanceof Object } catch (E) { return E.constructor(${host})() }`,
  'Symbol.species': `class P extends Promise { static get [Symbol.species]() { return function (run) { run(() => {}, () => {}) } } }
    return P.resolve(1).then(() => 1).constructor.constructor(${host})()`,
  'Symbol.toPrimitive': `return ({ [Symbol.toPrimitive]() { return x.constructor.constructor(${host})() } }) + ""`,
  'a getter that is called while the result is written': `return { get a() { return x.constructor.constructor(${host})() } }`,
  'toJSON of every object': `Object.prototype.toJSON = function () { return "escaped" };
    return x.constructor.constructor(${host})()`,
  'a thenable': `return { then(resolve) { resolve(resolve.constructor(${host})()) } }`,
  'a promise reaction': `return Promise.resolve().then.constructor(${host})()`,
  'the caller of the function': `const seen = (function f() { return f.caller && f.caller.caller })();
    return seen ? "escaped" : x.constructor.constructor(${host})()`,
  'a stored function of the sandbox': `return Object.getOwnPropertyNames(globalThis).some((name) => /ivm|isolate|guest|runner|_/i.test(name))
    ? "escaped" : x.constructor.constructor(${host})()`,
  'a require of the host': 'return require("fs")',
  'a closed function around it': '}); (function () { globalThis.kept = 1',
  'a closed function that is well formed': 'return 1 }), (function () { for (;;);',
};

describe('no way out by', () => {
  it.each(Object.entries(attempts))('%s', async (_, source) => {
    const result = await sandbox.run({ script: body(source), ...input({ x: {} }) });
    // A successful attempt to compile a text would return the three types instead of failing.
    expect(result).toMatchObject({ ok: false, code: 'SCRIPT_ERROR' });
  });
});

describe('JSONata has no way', () => {
  const expressions = [
    '$string.constructor',
    '$lookup($string, "constructor")',
    '$lookup($, "constructor")',
    '$lookup($, "__proto__")',
    '$.__proto__.constructor',
    '$sum.implementation',
    '$lookup($sum, "implementation")',
    '$keys($sum)',
    '$map([$sum], function($f) { $lookup($f, "implementation") })',
    '$process',
    '$globalThis',
    '$require',
  ];
  it.each(expressions)('%s', async (source) => {
    const result = await sandbox.run({ script: jsonata(source), ...input({ input: {} }) });
    expect(result.ok ? result.value : undefined).toBeUndefined();
  });

  it('to a prototype by a transform', async () => {
    const script = jsonata('$ ~> |$|{ "__proto__": { "kept": 1 }, "constructor": 1, "a": 2 }|');
    const inputs = [input({ input: { a: 1 } }), input({ input: { a: 1 } })];
    for (const result of await sandbox.runBatch(script, inputs))
      expect(result).toMatchObject({ ok: true, value: { a: 2 } });
    const probe = jsonata('kept');
    expect(await sandbox.run({ script: probe, ...input({ input: {} }) })).toMatchObject({ ok: true, value: undefined });
  });
});

describe('what a script sees', () => {
  it('is the language and the promised tools, nothing of Node', async () => {
    const names = [
      'process',
      'setTimeout',
      'setImmediate',
      'queueMicrotask',
      'fetch',
      'URL',
      'performance',
      'global',
      'Intl',
    ];
    const script = body('return x.map((name) => typeof globalThis[name])');
    const hidden = await sandbox.run({ script, ...input({ x: names }) });
    expect(hidden).toMatchObject({ ok: true, value: names.map(() => 'undefined') });
    const tools = ['Buffer', 'atob', 'btoa', 'TextEncoder', 'TextDecoder', 'console'];
    const offered = await sandbox.run({ script, ...input({ x: tools }) });
    expect(offered).toMatchObject({ value: [...Array(5).fill('function'), 'object'] });
  });

  it('is frozen, so that tampering does not change what is written', async () => {
    const script = body(`for (const tamper of [
        () => { JSON.stringify = () => '{"forged":true}' },
        () => { Array.prototype.join = () => 'forged' },
        () => { Object.prototype.toJSON = () => 'forged' },
        () => { String.prototype.slice = () => 'forged' },
        () => { Promise.prototype.then = () => 'forged' },
        () => { globalThis.JSON = null },
        () => { Object.defineProperty(Array.prototype, Symbol.iterator, { value: null }) },
        () => { Object.setPrototypeOf(Array.prototype, null) },
        () => { delete Object.prototype.hasOwnProperty },
      ]) try { tamper() } catch {}
      return { honest: [1, 2] }`);
    expect(await sandbox.run({ script, ...input() })).toMatchObject({ ok: true, value: { honest: [1, 2] } });
  });
});

describe('a result', () => {
  it('brings no keys that reach a prototype', async () => {
    const script = body(
      `return JSON.parse('{"a":{"__proto__":{"kept":1},"constructor":2,"b":"__proto__"},"prototype":3}')`,
    );
    const result = await sandbox.run({ script, ...input() });
    expect(result.ok && result.value).toEqual({ a: { b: '__proto__' } });
    expect(Object.getOwnPropertyNames((result.ok && (result.value as { a: object }).a) || {})).toEqual(['b']);
  });
});
