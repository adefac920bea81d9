import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

describe('the start page of a restored copy', () => {
  it('asks a system administrator what to do with unsent messages', async () => {
    const db = openDatabase();
    // The state after a restore; the outbox of the program itself, which other tests use, stays unchanged.
    await db.execute(sql`insert into outbox (lane, target, key, kind, payload, parked_at, last_error)
      select 0, 'restored', 'k', 'test', 'null', now(), '{"code":"OUTBOX_HELD","params":{}}' from generate_series(1, 2)`);
    const person = await makePerson(db, {
      firstName: 'Sina',
      lastName: 'System',
      permissions: ['super.system.manage'],
    });
    const { page } = await visitSignedIn('/home', {}, person);
    const notice = page.getByRole('region', { name: 'Nachrichten aus der Zeit vor der Wiederherstellung' });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('2 Nachrichten');
    expect(await accessibilityProblems(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Verwerfen' }).click();
    const dialog = page.getByRole('alertdialog', { name: '2 Nachrichten verwerfen?' });
    await dialog.getByRole('button', { name: 'Verwerfen' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByText('2 Nachrichten verworfen').waitFor();
    const left = await db.execute(sql`select from outbox where target = 'restored'`);
    expect(left.rowCount).toBe(0);
  });
});
