import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectType } from './content-type.ts';

const typesOf = async (content: string | Buffer) => (await inspectType(Buffer.from(content))).finish();
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
  deflateSync(Buffer.alloc(5)),
]);

describe('inspectType', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex')],
    ['image/gif', Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c', 'hex')],
    ['image/webp', Buffer.from('524946462400000057454250565038201800000030', 'hex')],
    ['application/pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj', 'latin1')],
    ['application/pdf', Buffer.from('%PDF-1.4\n1 0 obj\n')],
    ['application/gzip', Buffer.from('1f8b0800000000000003030000', 'hex')],
    ['application/octet-stream', Buffer.from('0001020304ff', 'hex')],
  ])('finds %s by its content', async (type, content) => {
    expect(await typesOf(content)).toEqual([type]);
  });

  it.each([
    ['text/html', '<!DOCTYPE html><p>x'],
    ['text/html', '  \n<script>alert(1)</script>'],
    ['text/html', '\ufeff<html>'],
    ['text/html', '<!-- c --><body onload=x>'],
    ['text/html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'],
    ['text/html', '<img src=x onerror=alert(1)>'],
    ['text/html', '<p><svg></svg></p>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg [<!ENTITY x "y">]>\n<svg >'],
    ['image/svg+xml', '<s:svg xmlns:s="http://www.w3.org/2000/svg">'],
    ['application/xml', '<?xml version="1.0"?><note/>'],
    ['application/rtf', '{\\rtf1\\ansi x}'],
  ])('recognises %s written as text', async (type, content) => {
    expect(await typesOf(content)).toEqual([type]);
  });

  it.each([
    ['application/json', '{"a": 1}\n'],
    ['application/json', '\ufeff [1, 2]'],
    ['text/csv', 'name;value\nÄ;1\n'],
    ['text/csv', 'a,b\r\n"x, y",2\r\n'],
    ['text/csv', 'BMS-Name;Wert\nx;1\n'],
    ['text/plain', 'MZ is no program here'],
    ['text/plain', 'Hello,\nthis is a letter.\n'],
    ['text/plain', '{ not quite json'],
    ['text/plain', 'GIF89a=1//<script>alert(1)</script>'],
    ['text/plain', ''],
  ])('prefers %s for %j', async (type, content) => {
    const [first] = await typesOf(content);
    expect(first).toBe(type);
  });

  it('takes a table in the encoding of older spreadsheets as text', async () => {
    expect((await typesOf(Buffer.from('Straße;Größe\nä;1\n', 'latin1')))[0]).toBe('text/csv');
  });

  it('lets every table pass as plain text and every text as a table of one column', async () => {
    expect(await typesOf('a;b\n1;2\n')).toEqual(['text/csv', 'text/plain']);
    expect(await typesOf('one\ntwo\n')).toEqual(['text/plain', 'text/csv']);
  });

  it('takes back "text" when binary content follows, and "JSON" when the end is missing', async () => {
    const binary = await inspectType(Buffer.from('a;b\n'));
    binary.inspect(Buffer.from([0x31, 0x00]));
    expect(binary.finish()).toEqual(['application/octet-stream']);
    const json = await inspectType(Buffer.from('{"a":'));
    expect(json.candidates[0]).toBe('application/json');
    json.inspect(Buffer.from('1} trailing'));
    expect(json.finish()[0]).toBe('text/plain');
  });

  it('reads markup with thousands of comments in no time', async () => {
    expect(await typesOf(`${'<!---->'.repeat(9000)}<p>`)).toEqual(['text/html']);
    expect(await typesOf(`<${'!doctype['.repeat(6000)}`)).toEqual(['text/html']);
  });
});
