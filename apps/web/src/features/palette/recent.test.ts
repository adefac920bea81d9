import { describe, expect, it } from 'vitest';
import { type RecentObject, readRecent, typeOfPath, withRecent } from './recent.ts';

const twin = (id: number, title = `Twin ${id}`): RecentObject => ({
  type: 'twin',
  title,
  path: `/digitaltwin-mgmt/${id}`,
});

describe('recently opened objects', () => {
  it('are recognised by their pages', () => {
    expect(typeOfPath('/digitaltwin-mgmt/7')).toBe('twin');
    expect(typeOfPath('/digitaltwin-mgmt/7/rules/3')).toBe('rule');
    expect(typeOfPath('/account-mgmt/user/1/2')).toBe('user');
    expect(typeOfPath('/digitaltwin-mgmt/list')).toBeUndefined();
    expect(typeOfPath('/digitaltwin-mgmt/7/edit')).toBeUndefined();
    expect(typeOfPath('/virtual-devices')).toBeUndefined();
  });

  it('are listed once, newest first and with their last title', () => {
    const objects = [twin(1), twin(2), twin(3)];
    expect(withRecent(objects, twin(3, 'New'))).toEqual([twin(3, 'New'), twin(1), twin(2)]);
    const many = Array.from({ length: 40 }, (_, id) => twin(id)).reduce<RecentObject[]>(withRecent, []);
    expect(many).toHaveLength(12);
    expect(many[0]).toEqual(twin(39));
  });

  it.each([null, 'not json', '{}', '[{"type":"planet","title":"x","path":"/x"}]', '[1]'])(
    'are empty for the stored text %j',
    (text) => {
      expect(readRecent(text)).toEqual([]);
    },
  );

  it('are read unchanged', () => {
    expect(readRecent(JSON.stringify([twin(1)]))).toEqual([twin(1)]);
  });
});
