import { listAccounts } from '@stellwerk/contract/account';
import { type Twin, twin } from '@stellwerk/contract/twin';
import { duplicateTwin } from '@stellwerk/contract/twin-copy';
import { readPartialTree } from '@stellwerk/contract/twin-tree';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { sampleOf } from '../../testing/sample.ts';
import { BulkDuplicatePreview } from './BulkDuplicatePreview.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { SyncPreview } from './SyncPreview.tsx';

const rulesLeftOut = [{ title: 'Too warm', reason: 'Data state not found.' }];
const original: Twin = { ...sampleOf(twin), id: 1, title: 'Hall', childCount: 0, ancestors: [], parentId: null };

it('names the rules that a copy lacks with the reason, and then opens the copy', async () => {
  answers(
    on(duplicateTwin, { data: { id: 2, title: 'Hall 2', job: null, rulesLeftOut } }),
    on(listAccounts),
    on(readPartialTree),
  );
  const { path } = await render(<DuplicateDialog twin={original} onClose={() => undefined} />, { language: 'en' });
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Too warm: Data state not found.');
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Open the copy' }).click();
  await expect.poll(path).toBe('/digitaltwin-mgmt/2');
});

it('names the rules that targets and copies will not get, before anything changes', async () => {
  const rules = { creates: 1, overwrites: 0, leftOut: rulesLeftOut };
  const target = { id: 3, title: 'Room', creates: 0, overwrites: 0, rules };
  await render(<SyncPreview answer={{ targets: [target], refused: [], job: null }} problem={undefined} />, {
    language: 'de',
  });
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Diese Regeln werden ausgelassen:Room – Too warm: Data state not found.');
});

it('shows in the preview of a list which rules the copies get', async () => {
  const preview = { total: 1, valid: 1, rows: [], errors: [], errorCount: 0 };
  await render(
    <BulkDuplicatePreview
      preview={{ ...preview, rules: { copied: 2, leftOut: rulesLeftOut } }}
      source={{ csv: 'title', hasHeader: true, errorsName: 'errors.csv' }}
    />,
    { language: 'en' },
  );
  await expect.element(page.getByText('Each copy gets 2 rules.')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Too warm: Data state not found.');
});
