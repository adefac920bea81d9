import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { recordActivity } from '../features/activity/index.ts';
import { sealActivity } from '../features/activity/seal.service.ts';
import { cleanUp, makeDataDir, stellwerk } from './testing/program.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(cleanUp);

async function sealedLog() {
  const database = await useTestDatabase();
  for (const accountId of [5, 6, null, 5]) {
    await recordActivity(database.db, {
      userId: null,
      accountId,
      sessionId: null,
      apiKeyId: null,
      impersonatorId: null,
      address: '127.0.0.1',
      method: 'PUT',
      path: '/x',
      outcome: 'done',
      code: null,
      objects: [],
      details: {},
      requestId: 'r',
    });
  }
  await sealActivity(database.db, { settledMs: 0 });
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  return { database, check: (...args: string[]) => stellwerk(['activity', 'check', ...args], env) };
}

it('reports that the log is whole, and the last hash of an account', async () => {
  const { check } = await sealedLog();
  expect(await check()).toMatchObject({
    code: 0,
    stdout: 'Checked: 4 sealed entries in 3 chains; not sealed yet: 0\n',
    stderr: '',
  });
  const one = await check('--account', '5');
  expect(one.code).toBe(0);
  expect(one.stdout).toMatch(/^Account 5: the last hash is [0-9a-f]{64}\nChecked: 2 sealed entries in 1 chain;/);
});

it('names the entry that was tampered with, and fails', async () => {
  const { database, check } = await sealedLog();
  await database.pool.query('alter table activity disable trigger user');
  const { rows } = await database.pool.query<{ id: number }>(
    `update activity set address = '10.0.0.1' where account_id = 5 and chain_seq = 2 returning id`,
  );
  await database.pool.query('delete from activity where account_id is null');
  expect(await check()).toMatchObject({
    code: 1,
    stderr: [
      'Entries of no account: the end is missing (from place 1 of the chain on)',
      `Account 5: entry ${rows[0]?.id} was changed (place 2 of the chain)`,
      'Broken: 2 chains of 3.',
      '',
    ].join('\n'),
  });
  expect((await check('--account', '6')).code).toBe(0);
});

it('asks for a number', async () => {
  const { check } = await sealedLog();
  const mistyped = await check('--account', 'five');
  expect(mistyped.code).toBe(2);
  expect(mistyped.stderr).toMatch(/^--account takes the number of an account\.\nUsage: stellwerk activity check/);
});
