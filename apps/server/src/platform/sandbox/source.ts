import type { JavaScript, ScriptEntry } from './script.ts';

const defaultEntry: ScriptEntry = { form: 'module', parameters: ['input', 'meta'] };
const moduleParameters = ['module', 'exports', 'require'];
const identifier = /^[A-Za-z_$][\w$]*$/;

/** Runs of white space are bounded, because the pattern would take quadratic time otherwise. */
const declaration = /\b(?:function(?:\s{0,20}\*\s{0,20}|\s{1,20})|var\s{1,20})([A-Za-z_$][\w$]*)/g;
const property = /(?:\.\s{0,20}|\[\s{0,20}['"])([A-Za-z_$][\w$]*)/g;

/** `this[name]`, which may read any declaration; a literal in the brackets is found as a property. */
const computedAccess = /\b(?:this|globalThis)\s{0,20}\[(?!\s{0,20}(?:'[\w$]{0,60}'|"[\w$]{0,60}")\s{0,20}\])/;

const namesIn = (source: string, pattern: RegExp) => new Set(source.matchAll(pattern).map(([, name = '']) => name));

/**
 * Names that a script declares and may read from the global object, as in `this.helper()`. Wrapped in a function, its
 * declarations are no properties of the global object; names declared further inside are undefined at the end.
 */
function sharedNames(source: string): string[] {
  if (!/\b(?:this|globalThis)\b/.test(source)) return [];
  const declared = namesIn(source, declaration);
  return [...(computedAccess.test(source) ? declared : declared.intersection(namesIn(source, property)))];
}

export const scriptFileName = 'script.js';

export interface WrappedSource {
  entry: ScriptEntry;
  /** The parameter list and the body of the function that wraps the script. */
  parameters: string;
  body: string;
  /** The whole function; line 1 of the script is line 2 of this text. */
  text: string;
}

/** Wraps a script in a function. The names come from our own code but become code themselves, so they are checked. */
export function wrapSource({ source, entry = defaultEntry }: JavaScript): WrappedSource {
  const names = entry.form === 'functions' ? entry.functions.map(({ name }) => name) : [];
  const parameters = entry.form === 'body' ? entry.parameters : moduleParameters;
  for (const name of [...names, ...parameters]) {
    if (!identifier.test(name)) throw new TypeError(`"${name}" is not the name of a variable`);
  }
  const declared = names.map((name) => `typeof ${name} === 'function' ? ${name} : undefined`);
  const shared = sharedNames(source).map((name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`);
  const returned = `{ functions: [${declared.join(', ')}], globals: { ${shared.join(', ')} } }`;
  const body = entry.form === 'functions' ? `${source}\n;return ${returned};` : source;
  const list = parameters.join(', ');
  return { entry, parameters: list, body, text: `(function (${list}) {\n${body}\n})` };
}
