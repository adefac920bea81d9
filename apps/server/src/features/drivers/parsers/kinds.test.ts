import { readdirSync } from 'node:fs';
import { type Parser, type ParserField, parserTypes } from '@stellwerk/contract/driver';
import { describe, expect, it } from 'vitest';
import type { ParserInput } from '../../../ingest/ports.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { ParserTools } from './kind.ts';
import { prepareParser } from './kinds.ts';

const refuse = () => Promise.reject(new Error('not needed here'));
const tools: ParserTools = { sandbox: { runBatch: refuse, check: refuse }, egress: { request: refuse } };

const input = (payload: JsonValue, fport = 1): ParserInput => ({
  payload,
  meta: { lora: { fport } },
  receivedAt: 0,
  accountId: 1,
});

async function parse(parser: Parser, ...inputs: ParserInput[]) {
  const run = await prepareParser(parser, [], tools);
  const results = (await run(inputs, { maxHung: 3 })).map((result) => result?.parsed);
  return results.map((parsed) => (parsed?.ok ? parsed.sets[0]?.values : parsed?.reason.code));
}

const byte = (name: string): ParserField => ({
  name,
  bits: 8,
  type: 'uint',
  endian: 'big',
  factor: 1,
  offset: 0,
  unit: '',
});

describe('the kinds of parsers', () => {
  it('are the folders beside the file, one for each type of the contract', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...parserTypes].sort());
  });

  it('none: takes the fields of the payload, or the payload itself', async () => {
    expect(await parse({ type: 'none' }, input({ a: { b: 1 } }), input(5), input([1]))).toEqual([
      { 'a.b': 1 },
      { value: 5 },
      { value: [1] },
    ]);
  });

  it('single: reads fields, as far as the payload goes', async () => {
    const parser: Parser = { type: 'single', fields: [byte('a'), byte('b')] };
    expect(await parse(parser, input('0102'), input('01'), input(''), input('012'), input({}))).toEqual([
      { a: 1, b: 2 },
      { a: 1 },
      {},
      'PACKET_ODD_HEX',
      'PACKET_NOT_HEX',
    ]);
  });

  it('multi: uses the first matching case', async () => {
    const parser: Parser = {
      type: 'multi',
      cases: [
        { match: { port: 2 }, fields: [byte('port2')] },
        { match: { firstByte: 7, lengthBytes: 1 }, fields: [byte('seven')] },
        { match: { lengthBytes: 2 }, fields: [byte('two')] },
      ],
    };
    expect(await parse(parser, input('07', 2), input('07'), input('0700'), input('070000'), input('0'))).toEqual([
      { port2: 7 },
      { seven: 7 },
      { two: 7 },
      'PARSER_NO_CASE',
      'PACKET_ODD_HEX',
    ]);
  });

  it('elixir: is kept but not run', async () => {
    expect(await parse({ type: 'elixir', script: 'def parse(p, m)' }, input(''))).toEqual(['PARSER_NOT_AVAILABLE']);
  });
});
