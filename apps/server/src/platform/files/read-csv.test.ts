import { describe, expect, it } from 'vitest';
import { AppError, fail } from '../errors/app-error.ts';
import { piecesOf, readCsv, separatorOf } from './read-csv.ts';

async function read(source: AsyncIterable<string | Uint8Array> | string) {
  const unclosed: number[] = [];
  const records: [number, string[]][] = [];
  const text = typeof source === 'string' ? piecesOf(source) : source;
  const options = { onUnclosed: (at: number) => unclosed.push(at), onUnreadable: () => fail('USER_CSV_UNREADABLE') };
  for await (const { line, cells } of readCsv(text, options)) records.push([line, cells]);
  return { records, unclosed };
}

describe('a CSV text', () => {
  it('may have a mark at its start, any usual separator and any line break', async () => {
    const expected = [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
    ];
    for (const separator of [',', ';', '\t']) {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = `\ufeffa${separator}b${end}c${separator}d${end}`;
        expect((await read(text)).records).toEqual(expected);
      }
    }
  });

  it('counts lines as editors do, through breaks in quotes and empty lines', async () => {
    const { records } = await read('"a ""quoted""\nname",b\n\n;,c\nlast,"d;e"\n');
    expect(records).toEqual([
      [1, ['a "quoted"\nname', 'b']],
      [4, [';', 'c']],
      [5, ['last', 'd;e']],
    ]);
  });

  it('takes a quote inside a cell as it stands', async () => {
    expect((await read('5" pipe,b\n')).records).toEqual([[1, ['5" pipe', 'b']]]);
  });

  it('says where a quote opens that nobody closes', async () => {
    const { records, unclosed } = await read('a,b\nc,d\ne,"f\ng,h\n');
    expect([records.length, unclosed]).toEqual([2, [3]]);
  });

  it('is refused when it is no text', async () => {
    const code = (error: unknown) => (error instanceof AppError ? error.code : String(error));
    for (const junk of ['PK\u0003\u0004', 'a,b\n\u0000', 'a,\ufffd']) {
      expect(await read(junk).catch(code)).toBe('USER_CSV_UNREADABLE');
    }
    async function* bytes() {
      yield Buffer.from([0x61, 0x2c, 0xff, 0xfe, 0x0a]);
    }
    expect(await read(bytes()).catch(code)).toBe('USER_CSV_UNREADABLE');
  });

  it('keeps characters whole that arrive in two pieces', async () => {
    const text = Buffer.from('ä,ö\n');
    async function* bytes() {
      yield text.subarray(0, 1);
      yield text.subarray(1);
    }
    expect((await read(bytes())).records).toEqual([[1, ['ä', 'ö']]]);
  });

  it('has the separator of its first line, quotes aside', () => {
    expect(separatorOf('\n"a,b,c";d;e\nf,g,h,i,j')).toBe(';');
    expect(separatorOf('only one cell')).toBe(',');
  });
});
