import { expect, it } from 'vitest';
import { normalEui } from './eui.ts';

it.each(['70b3d5499a1f0c22', '70-B3-D5-49-9A-1F-0C-22', '70:b3:d5:49:9a:1f:0c:22', '70b3.d549.9a1f.0c22'])(
  'reads %s as one EUI',
  (text) => {
    expect(normalEui(text)).toBe('70B3D5499A1F0C22');
  },
);

it('leaves other texts alone', () => {
  for (const text of ['', 'A', 'sensor-17', 'xyz', 'AB'.repeat(17)]) expect(normalEui(text)).toBeUndefined();
  expect(normalEui('1cb8a7')).toBe('1CB8A7');
});
