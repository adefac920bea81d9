import type jsonata from 'jsonata';
import type { Program } from './runner.ts';

/** Finds the line where JSONata reported an error. Evaluated inside the isolate: it must not use anything outside. */
export function createLineOf(source: string): NonNullable<Program['lineOf']> {
  return (error) => {
    const { position } = Object(error);
    return typeof position === 'number' ? source.slice(0, position).split('\n').length : undefined;
  };
}

/** Compiles a JSONata expression. Evaluated inside the isolate: it must not use anything outside. */
export function createExpression(library: typeof jsonata, source: string, lineOf: Program['lineOf']): Program {
  // Time and memory are limited from outside; JSONata's own time guard would read the call's clock, which stands still.
  const guards = { stack: 1000 };

  let expression: jsonata.Expression;
  try {
    expression = library(source, guards);
  } catch (error) {
    const { code, message } = Object(error);
    throw Object.assign(new SyntaxError(`${code}: ${message}`), { position: Object(error).position });
  }

  return {
    lineOf,
    invoke: ({ input, ...variables }) => expression.evaluate(input, variables),
    replacer: (_, value) => {
      const fields = Object(value);
      return fields._jsonata_lambda || fields._jsonata_function ? undefined : value;
    },
  };
}
