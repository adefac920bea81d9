import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { DatabaseNewerError, migrateDatabase } from './migrate.ts';

it('migrates twice without a change', async () => {
  const { url, pool } = await useTestDatabase();
  const count = () => pool.query('select count(*)::int as n from drizzle.__drizzle_migrations');
  const before = await count();
  await migrateDatabase(url);
  expect((await count()).rows).toEqual(before.rows);
  expect(before.rows[0].n).toBeGreaterThan(0);
});

it('refuses a database that a newer program has migrated', async () => {
  const { url, pool } = await useTestDatabase();
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'from the future', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );
  await expect(migrateDatabase(url)).rejects.toThrow(DatabaseNewerError);
});
