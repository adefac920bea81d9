import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './address-values.ts';

describe('values of an address', () => {
  it.each(['97205e32', '1.50', '0012', '12345678901234567890', '-0', ' 7', 'null', ' null', 'trueish', '1E5', '5e1'])(
    'takes %j, written by hand, for the text it is',
    (text) => {
      expect(parseSearch(`?q=${encodeURIComponent(text)}`)).toEqual({ q: text });
    },
  );

  it('takes numbers, yes and no, lists and quoted texts for what they are', () => {
    expect(parseSearch('?n=12&m=-1.5&on=true&list=["a",1]&at={"x": 1}&text="12"')).toEqual({
      n: 12,
      m: -1.5,
      on: true,
      list: ['a', 1],
      at: { x: 1 },
      text: '12',
    });
  });

  it.each(['97205e32', '1.50', '12', 'true', 'null', ' 7', ' null', '"quoted"', '"half', '{"a":1}', 'a&b=c', ''])(
    'gives the text %j back as it was put in',
    (text) => {
      expect(parseSearch(stringifySearch({ q: text }))).toEqual({ q: text });
    },
  );

  it('writes a text that looks like a number, but is none, without quotes', () => {
    expect(stringifySearch({ q: '97205e32' })).toBe('?q=97205e32');
    expect(stringifySearch({ q: '12' })).toBe('?q=%2212%22');
  });
});
