import { withCalculations } from '../calculations.ts';
import { defineParser } from '../kind.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of the payload are the variables; other payloads are one variable with the name `value`. */
export const kind = defineParser({
  type: 'none',
  prepare: (_parser, variables, tools) =>
    withCalculations(variables, tools, (inputs) =>
      inputs.map(({ payload }) => ({ ok: true, result: isObject(payload) ? payload : { value: payload } })),
    ),
});
