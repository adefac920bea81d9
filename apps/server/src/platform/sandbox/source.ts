import type { JavaScript, ScriptEntry } from './script.ts';

const defaultEntry: ScriptEntry = { form: 'module', parameters: ['input', 'meta'] };
const moduleParameters = ['module', 'exports', 'require'];
const identifier = /^[A-Za-z_$][\w$]*$/;

export const scriptFileName = 'script.js';

export interface WrappedSource {
  entry: ScriptEntry;
  /** Names between the brackets and text between the braces of the function that holds the script. */
  parameters: string;
  body: string;
  /** The script's first line is the second of this text. */
  text: string;
}

/** The function that holds a script. Names come from our own code, but they become code: they are checked. */
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
