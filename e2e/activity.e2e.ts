import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, visitSignedIn } from './browser.ts';

describe('the system log', () => {
  it('names what was done and by whom, and finds it', async () => {
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

  it('hands out a CSV file', async () => {
    const { page } = await visitSignedIn('/system-logs', { language: 'en' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as a CSV file' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split('\r\n')[0]).toBe('id,at,user,email,account,address,action,outcome,code,objects,requestId');
  });

  it('is accessible', async () => {
    const { page } = await visitSignedIn('/system-logs', { theme: 'dark' });
    await page
      .getByRole('row', { name: /Anmeldung/ })
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
