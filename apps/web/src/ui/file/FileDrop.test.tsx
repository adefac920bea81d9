import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { Kept, render } from '../../testing/render.tsx';
import { Attachments } from './Attachments.tsx';
import { CsvSource } from './CsvSource.tsx';
import { FileDrop } from './FileDrop.tsx';

const input = page.getByLabelText('Plan', { exact: true });

async function show() {
  await render(
    <Kept<File[]> initial={[]}>
      {(files, change) => (
        <FileDrop label="Plan" files={files} onChange={change} multiple accept={['.csv']} maxSizeBytes={10} />
      )}
    </Kept>,
  );
}

it('lists chosen files, each with a button to remove it', async () => {
  await show();
  await input.upload([new File(['a'], 'one.csv'), new File(['b'], 'two.csv')]);
  const list = page.getByRole('list', { name: 'Chosen files' });
  await expect.element(list.getByText('two.csv')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Remove one.csv' }).click();
  await expect.element(list.getByText('one.csv')).not.toBeInTheDocument();
});

it('names files that it refuses, and why', async () => {
  await show();
  await input.upload([new File(['a'], 'one.exe'), new File(['0123456789ab'], 'large.csv')]);
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('“one.exe” is not of an allowed type.');
  await expect.element(alert).toMatchTextContent('“large.csv” is larger than');
});

it('reads a list from a file or from pasted lines', async () => {
  const onCsv = vi.fn();
  await render(
    <Kept initial="">
      {(csv, change) => (
        <CsvSource
          csv={csv}
          onCsv={(text) => {
            onCsv(text);
            change(text);
          }}
          description="One line for each lift."
          sample={{ text: 'title', fileName: 'lifts.csv' }}
          placeholder="title"
          maxSizeBytes={1_000}
          problem={undefined}
        />
      )}
    </Kept>,
  );
  await page.getByLabelText('Drop a CSV file here', { exact: true }).upload(new File(['title\nLift'], 'lifts.csv'));
  await expect.element(page.getByRole('textbox', { name: 'Or paste lines' })).toHaveValue('title\nLift');
  await page.getByRole('textbox', { name: 'Or paste lines' }).fill('title');
  await expect.poll(() => onCsv.mock.lastCall).toEqual(['title']);
  await expect.element(page.getByText('lifts.csv')).not.toBeInTheDocument();
});

it('asks before an attachment is removed', async () => {
  const remove = vi.fn(async () => undefined);
  const files = [{ id: 1, name: 'plan.pdf', sizeBytes: 5, type: 'application/pdf', createdAt: '2026-03-01T12:00:00Z' }];
  const actions = { upload: async () => undefined, remove, download: async () => undefined };
  await render(
    <Attachments
      files={files}
      label="Attachments"
      dropLabel="Drop here"
      emptyText=""
      mayEdit
      maxSizeBytes={10}
      {...actions}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Download “plan.pdf”' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove “plan.pdf”' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Remove “plan.pdf”?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(remove).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Remove “plan.pdf”' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => remove).toHaveBeenCalledWith(files[0]);
});
