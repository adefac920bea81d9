import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { visitSignedIn } from './browser.ts';

describe('the system log', () => {
  it('shows who did what, and finds it', async () => {
    const { page } = await visitSignedIn('/system-logs');
    await page
      .getByRole('row', { name: /Anmeldung.*System Administrator/ })
      .first()
      .waitFor();
    await page.getByRole('searchbox').fill('nothing like this');
    await page
      .getByRole('row', { name: /Anmeldung/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(page.url()).toContain('q=nothing');
  });

  it('exports a CSV file', async () => {
    const { page } = await visitSignedIn('/system-logs', { language: 'en' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as a CSV file' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split('\r\n')[0]).toBe(
      'id,at,user,email,impersonator,impersonatorEmail,apiKey,account,address,action,outcome,code,objects,requestId',
    );
  });
});
