import { bytesOf } from '../bytes.ts';
import { withCalculations } from '../calculations.ts';
import { defineParser } from '../kind.ts';
import { rejected } from '../sandbox-result.ts';
import { readFields } from './fields.ts';

/** Parses payloads with one fixed layout of bit fields. */
export const kind = defineParser({
  type: 'single',
  prepare: ({ fields }, variables, tools) =>
    withCalculations(variables, tools, (inputs) =>
      inputs.map(({ payload }) => {
        const read = bytesOf(payload);
        if (!read.ok) return { ok: false, parsed: rejected(read.code) };
        return { ok: true, result: readFields(read.bytes, fields) };
      }),
    ),
});
