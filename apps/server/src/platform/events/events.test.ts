import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createEvents } from './events.ts';

interface Happenings {
  'account.created': { id: number };
}

it('tells every listener, also when one of them fails', async () => {
  const events = createEvents<Happenings>(createLog('silent'));
  events.on('account.created', () => {
    throw new Error('broken listener');
  });
  const heard = new Promise<number>((resolve) => events.on('account.created', ({ id }) => resolve(id)));
  events.emit('account.created', { id: 7 });
  expect(await heard).toBe(7);
});
