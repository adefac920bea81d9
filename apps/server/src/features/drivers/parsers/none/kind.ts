import { withCalculations } from '../calculations.ts';
import { defineParser } from '../kind.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The payload's own fields are the variables; anything but an object is one variable called `value`. */
export const kind = defineParser({
  type: 'none',
  prepare: (_parser, variables, tools) =>
    withCalculations(variables, tools, (inputs) =>
      inputs.map(({ payload }) => ({ ok: true, result: isObject(payload) ? payload : { value: payload } })),
    ),
});
