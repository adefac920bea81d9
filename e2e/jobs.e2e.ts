import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, phone, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase, type Person } from './people.ts';
import { program } from './program.ts';

const rowCount = 100_000;
const soon = { timeout: 20_000 };
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

  it('becomes cards on a phone', async () => {
    const { page } = await visitSignedIn('/background-jobs', phone);
    await page.getByText('Export 000001').waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

describe('the background jobs of an account', () => {
  const makeKeeper = () =>
    makePerson(openDatabase(), { firstName: 'Jule', lastName: 'Job', permissions: ['DigitalTwin.manage'] });

  interface Stored {
    kind?: string;
    title: string;
    state: string;
    payload?: object;
    done?: number;
    total?: number;
    errors?: object[];
  }

  /** Written to the database; nothing runs it. */
  async function addJob({ id: userId, account }: Person, job: Stored): Promise<void> {
    const { kind = 'digitaltwin-synchronise', title, state, payload = {}, done = 0, total = null, errors = [] } = job;
    await database.query(
      `insert into jobs (account_id, scope_id, user_id, kind, title, payload, state, done, total, errors, error_count)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        account.id,
        account.scopeId,
        userId,
        kind,
        title,
        JSON.stringify(payload),
        state,
        done,
        total,
        JSON.stringify(errors),
        errors.length,
      ],
    );
  }

  it('show failed items one by one, and retry them as a new job', async () => {
    const keeper = await makeKeeper();
    const missing = (entityId: number) => ({ entityId, code: 'DTWIN_NOT_FOUND', params: {} });
    await addJob(keeper, {
      title: 'Räume abgleichen',
      state: 'done',
      payload: { twinId: 900_000_001, targetIds: [900_000_002, 900_000_003, 900_000_004] },
      done: 3,
      total: 3,
      errors: [missing(900_000_002), missing(900_000_004)],
    });
    const { page } = await visitSignedIn('/background-jobs', {}, keeper);
    // Also behind an open dialog, where roles are hidden.
    const rows = page.locator('[role=row]').filter({ hasText: 'Räume abgleichen' });
    await rows.getByText('Fertig, mit Fehlern').waitFor();
    await rows.getByText('3 von 3').waitFor();
    await page.getByRole('button', { name: 'Aktionen für „Räume abgleichen“' }).click();
    await page.getByRole('menuitem', { name: 'Fehler anzeigen' }).click();
    const dialog = page.getByRole('dialog', { name: /Fehler in/ });
    await dialog.getByText('Der digitale Zwilling wurde nicht gefunden.').first().waitFor();
    await expect.poll(() => dialog.getByRole('link', { name: /^Objekt 90000000[24]$/ }).count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Objekt 900000004 erneut versuchen' }).click();
    await expect.poll(() => rows.count(), soon).toBe(2);
    await dialog.getByRole('button', { name: 'Alle erneut versuchen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect.poll(() => rows.count(), soon).toBe(3);
    // The twin whose states were to be copied does not exist, and the page updates live.
    await expect.poll(() => rows.getByText('Fehlgeschlagen').count(), soon).toBe(2);
  });

  it('are cancelled, deleted while they wait, and filtered by kind', async () => {
    const keeper = await makeKeeper();
    await addJob(keeper, { title: 'Läuft noch', state: 'inprogress', done: 4, total: 10 });
    await addJob(keeper, { title: 'Wartet noch', state: 'created', kind: 'users.bulk-create' });
    const { page } = await visitSignedIn('/background-jobs', {}, keeper);
    await page.getByRole('progressbar', { name: /Läuft noch/ }).waitFor();
    const act = async (title: string, name: string) => {
      await page.getByRole('button', { name: `Aktionen für „${title}“` }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('alertdialog').getByRole('button', { name }).click();
    };
    await act('Läuft noch', 'Job abbrechen');
    await page
      .getByRole('row', { name: /Läuft noch/ })
      .getByText('Wird abgebrochen')
      .waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Art' }).click();
    await page.getByRole('menuitemradio', { name: 'Benutzer aus einer Liste' }).click();
    await page.getByRole('row', { name: /Läuft noch/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('type=users.bulk-create');

    await act('Wartet noch', 'Job löschen');
    await page.getByText('Keine Treffer').waitFor();
  });
});
