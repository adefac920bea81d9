import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './address-values.ts';

describe('address values', () => {
  it.each(['97205e32', '1.50', '0012', '12345678901234567890', '-0', ' 7', 'null', ' null', 'trueish', '1E5', '5e1'])(
    'reads %j, written by hand, as text',
    (text) => {
      expect(parseSearch(`?q=${encodeURIComponent(text)}`)).toEqual({ q: text });
    },
  );

  it('reads numbers, booleans, lists and quoted texts by their type', () => {
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
    'reads the text %j back unchanged',
    (text) => {
      expect(parseSearch(stringifySearch({ q: text }))).toEqual({ q: text });
    },
  );

  it('writes a text that only looks like a number without quotes', () => {
    expect(stringifySearch({ q: '97205e32' })).toBe('?q=97205e32');
    expect(stringifySearch({ q: '12' })).toBe('?q=%2212%22');
  });
});
