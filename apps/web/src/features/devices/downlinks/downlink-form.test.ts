import { describe, expect, it } from 'vitest';
import { bodyOf, downlinkForm } from './downlink-form.ts';

const values = {
  name: '',
  port: 2,
  encoding: 'base16' as const,
  payload: ' 01ff ',
  confirmed: true,
  gatewayIds: [],
};
const pathsOf = (input: object) =>
  downlinkForm.safeParse({ ...values, ...input }).error?.issues.map(({ path }) => path);

describe('a downlink', () => {
  it('with a content of its own is sent without a name', () => {
    expect(bodyOf(downlinkForm.parse(values))).toEqual({
      port: 2,
      encoding: 'base16',
      payload: '01ff',
      confirmed: true,
      gatewayIds: [],
    });
  });

  it('of the driver is sent by its name alone, whatever was typed before', () => {
    expect(bodyOf(downlinkForm.parse({ ...values, name: 'Reset', payload: 'zz' }))).toEqual({ name: 'Reset' });
  });

  it('is refused where its content is not what its encoding says', () => {
    expect(pathsOf({ payload: '01f' })).toEqual([['payload']]);
    expect(pathsOf({ payload: '' })).toEqual([['payload']]);
    expect(pathsOf({ payload: 'AQ=', encoding: 'base64' })).toEqual([['payload']]);
    expect(pathsOf({ payload: 'AQ==', encoding: 'base64' })).toBeUndefined();
  });
});
