import { describe, expect, it } from 'vitest';
import { euiOf } from './eui.ts';

describe('euiOf', () => {
  it.each([
    '70B3D5499A1F0C22',
    '70b3d5499a1f0c22',
    '70-B3-D5-49-9A-1F-0C-22',
    '70:b3:d5:49:9a:1f:0c:22',
    ' 70b3 d549 9a1f 0c22 ',
  ])('understands %s', (typed) => {
    expect(euiOf(typed)).toEqual({ status: 'ok', text: '70B3D5499A1F0C22', missing: 0 });
  });

  it('tells what is wrong', () => {
    expect(euiOf('')).toMatchObject({ status: 'empty' });
    expect(euiOf('70B3D5499A1F0C')).toMatchObject({ status: 'short', missing: 2 });
    expect(euiOf('70B3D5499A1F0C2233')).toMatchObject({ status: 'long', missing: 2 });
    expect(euiOf('70B3D5499A1F0CZZ')).toMatchObject({ status: 'wrong' });
  });
});
