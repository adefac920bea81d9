import type { Parser } from '@stellwerk/contract/driver';
import type { ParserInput } from '../../../../ingest/ports.ts';
import { bytesOf } from '../bytes.ts';
import { type Raw, withCalculations } from '../calculations.ts';
import { defineParser } from '../kind.ts';
import { rejected } from '../sandbox-result.ts';
import { readFields } from '../single/fields.ts';

type Case = Extract<Parser, { type: 'multi' }>['cases'][number];

function fits({ match }: Case, bytes: readonly number[], port: unknown): boolean {
  if (match.port !== undefined && match.port !== port) return false;
  if (match.firstByte !== undefined && match.firstByte !== bytes[0]) return false;
  return match.lengthBytes === undefined || match.lengthBytes === bytes.length;
}

const portOf = ({ meta }: ParserInput): unknown => Object(meta.lora).fport;

function readCase(cases: readonly Case[], input: ParserInput): Raw {
  const read = bytesOf(input.payload);
  if (!read.ok) return { ok: false, parsed: rejected(read.code) };
  const found = cases.find((each) => fits(each, read.bytes, portOf(input)));
  if (!found) return { ok: false, parsed: rejected('PARSER_NO_CASE') };
  return { ok: true, result: readFields(read.bytes, found.fields) };
}

/** Several layouts; the first case that matches applies. */
export const kind = defineParser({
  type: 'multi',
  prepare: ({ cases }, variables, tools) =>
    withCalculations(variables, tools, (inputs) => inputs.map((input) => readCase(cases, input))),
});
