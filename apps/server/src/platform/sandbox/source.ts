import type { JavaScript, ScriptEntry } from './script.ts';

const defaultEntry: ScriptEntry = { form: 'module', parameters: ['input', 'meta'] };
const moduleParameters = ['module', 'exports', 'require'];
const identifier = /^[A-Za-z_$][\w$]*$/;

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
  const body = entry.form === 'functions' ? `${source}\n;return [${declared.join(', ')}];` : source;
  const list = parameters.join(', ');
  return { entry, parameters: list, body, text: `(function (${list}) {\n${body}\n})` };
}
