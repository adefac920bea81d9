import { describe, expect, it } from 'vitest';
import { responseText, shownLength } from './response-text.ts';

describe('the text of a response', () => {
  it('is indented JSON', () => {
    expect(responseText('{"a":[1]}', 'application/json; charset=utf-8', 200)).toEqual({
      text: '{\n  "a": [\n    1\n  ]\n}',
      isCut: false,
      error: undefined,
    });
  });

  it('stays unchanged for other types, and for invalid JSON', () => {
    expect(responseText('a,b\r\n', 'text/csv', 200).text).toBe('a,b\r\n');
    expect(responseText('{"a', 'application/json', 200).text).toBe('{"a');
  });

  it('is truncated if it is long', () => {
    const { text, isCut } = responseText('x'.repeat(shownLength + 1), 'text/plain', 200);
    expect(text).toHaveLength(shownLength);
    expect(isCut).toBe(true);
  });

  it('contains the error of a refusal', () => {
    const error = { code: 'X', message: 'Nein', params: {}, issues: [], requestId: '1' };
    expect(responseText(JSON.stringify(error), 'application/json', 400).error).toEqual(error);
    expect(responseText(JSON.stringify(error), 'application/json', 200).error).toBeUndefined();
    expect(responseText('{}', 'application/json', 500).error).toBeUndefined();
  });
});
