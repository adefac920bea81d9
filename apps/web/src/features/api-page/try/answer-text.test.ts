import { describe, expect, it } from 'vitest';
import { answerText, shownLength } from './answer-text.ts';

describe('the text of an answer', () => {
  it('is JSON in lines', () => {
    expect(answerText('{"a":[1]}', 'application/json; charset=utf-8', 200)).toEqual({
      text: '{\n  "a": [\n    1\n  ]\n}',
      isCut: false,
      error: undefined,
    });
  });

  it('stays as it came where it is something else, or no JSON after all', () => {
    expect(answerText('a,b\r\n', 'text/csv', 200).text).toBe('a,b\r\n');
    expect(answerText('{"a', 'application/json', 200).text).toBe('{"a');
  });

  it('is cut where it is long', () => {
    const { text, isCut } = answerText('x'.repeat(shownLength + 1), 'text/plain', 200);
    expect(text).toHaveLength(shownLength);
    expect(isCut).toBe(true);
  });

  it('tells the error of a refusal', () => {
    const error = { code: 'X', message: 'Nein', params: {}, issues: [], requestId: '1' };
    expect(answerText(JSON.stringify(error), 'application/json', 400).error).toEqual(error);
    expect(answerText(JSON.stringify(error), 'application/json', 200).error).toBeUndefined();
    expect(answerText('{}', 'application/json', 500).error).toBeUndefined();
  });
});
