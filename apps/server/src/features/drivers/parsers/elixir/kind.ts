import { defineParser } from '../kind.ts';
import { rejected } from '../outcome.ts';

/** Scripts are kept and shown; nothing here can run them. */
export const kind = defineParser({
  type: 'elixir',
  prepare: () => async (inputs) => inputs.map(() => ({ parsed: rejected('PARSER_NOT_AVAILABLE', { type: 'elixir' }) })),
});
