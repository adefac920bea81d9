import { expect, it } from 'vitest';
import { masked } from './mask-secrets.ts';

it('masks headers that could contain a secret, at any depth', () => {
  const message = {
    payload: { token: 'a value of a device', temperature: 1 },
    meta: { headers: { Authorization: 'Bearer x', 'x-my-secret': 'y', 'content-type': 'text/plain' } },
    list: [{ 'X-API-Key': 'z' }, null, 'text'],
  };
  expect(masked(message)).toEqual({
    payload: { token: 'a value of a device', temperature: 1 },
    meta: { headers: { Authorization: '•••', 'x-my-secret': '•••', 'content-type': 'text/plain' } },
    list: [{ 'X-API-Key': '•••' }, null, 'text'],
  });
});
