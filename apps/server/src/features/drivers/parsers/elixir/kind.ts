import { defineParser } from '../kind.ts';
import { rejected } from '../sandbox-result.ts';

/** Elixir scripts are stored and shown, but can't run. */
export const kind = defineParser({
  type: 'elixir',
  prepare: () => async (inputs) => inputs.map(() => ({ parsed: rejected('PARSER_NOT_AVAILABLE', { type: 'elixir' }) })),
});
