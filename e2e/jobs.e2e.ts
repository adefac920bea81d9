import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { program } from './program.ts';

const rowCount = 100_000;
let database: pg.Client;

beforeAll(async () => {
  database = new pg.Client({ connectionString: program().databaseUrl });
  await database.connect();
  await database.query(
    `insert into jobs (account_id, scope_id, kind, title, payload, state, done, total, created_at)
     select a.id, a.scope_id, 'many', 'Export ' || lpad(n::text, 6, '0'), '{}', 'done', 10, 10, now() - n * interval '1 minute'
     from accounts a, generate_series(1, $1::int) n where a.parent_id is null`,
    [rowCount],
  );
  // The database does this by itself within a minute.
  await database.query('analyze jobs, scopes');
});
afterAll(async () => {
  await database.query(`delete from jobs where kind = 'many'`);
  await database.end();
});

describe('a list of 100,000 background jobs', () => {
  it('pages, sorts and searches on the server, with its state in the address', async () => {
    const { page } = await visitSignedIn('/background-jobs');
    await page.getByRole('row', { name: /Export 000001/ }).waitFor();
    await expect.poll(() => page.getByText(/^1–20 von etwa (9\d|10\d)\.\d{3}$/).count()).toBe(1);
    await expect.poll(() => page.getByRole('row').count()).toBe(21);
    await page.getByRole('button', { name: 'Nächste Seite' }).click();
    await page.getByRole('row', { name: /Export 000021/ }).waitFor();
    await page.getByRole('columnheader', { name: 'Titel' }).click();
    await page.getByRole('row', { name: /Export 000001/ }).waitFor();
    await page.getByRole('searchbox').fill('09990 export');
    await page.getByRole('row', { name: /Export 099900/ }).waitFor();
    await page.getByText('1–11 von 11', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /Export 099900/ }).waitFor();
  });
});
