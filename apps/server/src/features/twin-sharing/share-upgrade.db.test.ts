import { expect, it } from 'vitest';
import { useEmptyDatabase } from '../../platform/backup/testing/empty-database.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { hashOfKey } from './twin-share.store.ts';

it('keeps the links of before an upgrade for a year and forgets their keys', async () => {
  const { url, pool } = await useEmptyDatabase();
  await migrateDatabase(url, { upTo: '0034_plain_values' });
  const client = await pool.connect();
  try {
    // The share alone, without the twin and the account that it would refer to.
    await client.query('set session_replication_role = replica');
    const key = '0123456789abcdef0123456789abcdef';
    await client.query('insert into twin_shares (twin_id, key_hash) values (7, $1)', [hashOfKey(key)]);
    await client.query(
      `insert into secrets (owner, name, ciphertext) values ('twin-share/1', 'key', ''), ('connector/1', 'password', '')`,
    );
    await migrateDatabase(url);
    const { rows } = await client.query(
      `select twin_id::int, key_hash,
         valid_until between now() + interval '364 days' and now() + interval '366 days' as "lastsAYear" from twin_shares`,
    );
    expect(rows).toEqual([{ twin_id: 7, key_hash: hashOfKey(key), lastsAYear: true }]);
    expect((await client.query('select owner from secrets')).rows).toEqual([{ owner: 'connector/1' }]);
  } finally {
    client.release();
  }
});
