import {
  canShareTwin,
  createShareKey,
  deleteShareKey,
  findShareKey,
  isTwinShared,
  renewShareKey,
  replaceShareKey,
} from '@stellwerk/contract/twin-sharing';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const share = { id: 1, createdBy: 'Kim Berger', validUntil: '2099-01-01T00:00:00.000Z', expired: false };
const key = '0123456789abcdef0123456789abcdef';

function serve(shared: Partial<typeof share> | null, ...more: Answered[]) {
  return answers(
    on(canShareTwin, { data: { canShare: true } }),
    on(isTwinShared, { data: { isShared: shared !== null, isSharedAbove: false } }),
    on(findShareKey, { data: shared && { ...share, ...shared } }),
    ...more,
  );
}

async function show(options: RenderOptions = {}) {
  const onClose = vi.fn();
  await render(<ShareDialog twin={{ id: 5, title: 'Town hall', type: 'building' }} onClose={onClose} />, options);
  return onClose;
}

const dialog = page.getByRole('dialog', { name: 'Share “Town hall” publicly' });
const lastDay = dialog.getByLabelText('Last day of the link');
const link = dialog.getByLabelText('Link', { exact: true });
const question = page.getByRole('alertdialog');

it('explains what strangers will see, and shows the link once', async () => {
  const server = serve(null, on(createShareKey, { data: { ...share, key } }));
  const onClose = await show();
  await expect.element(dialog.getByText('Contacts and responsible users')).toBeVisible();
  await press(dialog, 'Create link');
  await expect.element(link).toHaveValue(`${window.location.origin}/public.html#/public/${key}/tiles/5`);
  expect(await accessibilityProblems()).toEqual([]);
  // Neither Escape nor a click outside closes a dialog with a secret.
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await press(dialog, 'I have saved the link');
  expect(onClose).toHaveBeenCalledOnce();
  expect(server.calls(createShareKey)).toHaveLength(1);
});

it('makes a link of the map, with its options in the address', async () => {
  serve(null, on(createShareKey, { data: { ...share, key } }));
  await show();
  await press(dialog, 'Create link');
  await dialog.getByRole('tab', { name: 'Map' }).click();
  await dialog.getByRole('textbox', { name: 'Pitch' }).fill('0');
  await dialog.getByRole('switch', { name: 'Hide control bar' }).click();
  await expect
    .element(link)
    .toHaveValue(`${window.location.origin}/public.html#/public/${key}/map/5?hidebar=true&pitch=0`);
});

it.each(['2020-01-01', '2199-01-01', ''])('creates no link until “%s”', async (day) => {
  serve(null);
  await show();
  await lastDay.fill(day);
  await expect.element(lastDay).toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog.getByRole('button', { name: 'Create link' })).toBeDisabled();
});

it('renews an expired link without changing it', async () => {
  const server = serve({ expired: true, validUntil: '2026-06-30T22:00:00.000Z' }, on(renewShareKey, { data: share }));
  await show({ size: phone });
  await expect.element(dialog.getByText(/This link has expired/)).toBeVisible();
  // The day that was chosen, not the midnight after it.
  await expect.element(dialog.getByText(/30.*2026/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  const year = new Date().getFullYear() + 2;
  await lastDay.fill(`${year}-06-30`);
  await press(dialog, 'Renew until this day');
  await reported(/^The link is valid until/);
  expect(server.calls(renewShareKey).map(({ body }) => body?.validUntil)).toEqual([`${year}-06-30T22:00:00.000Z`]);
});

it('replaces a lost link after a question', async () => {
  const server = serve({}, on(replaceShareKey, { data: { ...share, key } }));
  await show();
  await expect.element(dialog.getByText(/Kim Berger/)).toBeVisible();
  await press(dialog, 'New link');
  expect(server.calls(replaceShareKey)).toEqual([]);
  await press(question, 'New link');
  await expect.element(link).toHaveValue(expect.stringContaining(key));
});

it('ends the sharing after a question', async () => {
  const server = serve({}, on(deleteShareKey));
  await show();
  await press(dialog, 'End sharing');
  server.answer(
    on(isTwinShared, { data: { isShared: false, isSharedAbove: false } }),
    on(findShareKey, { data: null }),
  );
  await press(question, 'End sharing');
  await expect.element(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect(server.calls(deleteShareKey)).toHaveLength(1);
});

it('says that sharing is off in the account, or that a twin above is shared', async () => {
  serve(
    null,
    on(canShareTwin, { data: { canShare: false } }),
    on(isTwinShared, { data: { isShared: false, isSharedAbove: true } }),
  );
  await show();
  await expect.element(dialog.getByText(/is off in the account of this twin/)).toBeVisible();
  await expect.element(dialog.getByText(/This twin is public already/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Create link' }).elements()).toEqual([]);
});

it('says why no link was created', async () => {
  serve(null, on(createShareKey, refusal('DTWIN_ALREADY_SHARED', { message: 'It is shared already' })));
  await show();
  await press(dialog, 'Create link');
  await expect.element(dialog.getByText('It is shared already')).toBeVisible();
});
