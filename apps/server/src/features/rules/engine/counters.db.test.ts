import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { createFactories } from '../../../../test/factories.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createCounters } from './counters.ts';

it('writes counts that a restart of the database refused', async () => {
  const database = await useTestDatabase();
  const rule = await createFactories(database.db).rule();
  await database.pool.query('insert into rule_status (rule_id) values ($1) on conflict do nothing', [rule.id]);
  let isDown = true;
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'transaction' && isDown) return () => Promise.reject(new Error('terminating connection'));
      return Reflect.get(target, name);
    },
  });
  const counters = createCounters({ db, log: createLog('silent') });
  counters.add(rule.id, 0, 1_000);
  counters.add(rule.id, 0, 2_000);
  await counters.flush();
  isDown = false;
  counters.add(rule.id, 0, 3_000);
  await counters.stop();
  const { rows } = await database.pool.query(
    'select evaluations::int, last_evaluated_at from rule_status where rule_id = $1',
    [rule.id],
  );
  expect(rows).toEqual([{ evaluations: 3, last_evaluated_at: expect.anything() }]);
});
