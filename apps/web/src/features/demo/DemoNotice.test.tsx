import { type DemoWorld, readDemo, removeDemo } from '@stellwerk/contract/demo';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press } from '../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { DemoNotice } from './DemoNotice.tsx';

const ready: PartOf<DemoWorld> = {
  tenantId: 4,
  tenantName: 'Lindenau',
  state: 'ready',
  done: 10,
  total: 10,
  deviceCount: 120,
  startedAt: '2026-03-01T12:00:00.000Z',
  dashboardId: 7,
  twinId: 5,
};
const show = (options: RenderOptions = {}) => render(<DemoNotice />, options);
const notice = page.getByRole('region', { name: 'Look around' });

it('shows how far the town is built, and then the ways into it', async () => {
  const server = answers(on(readDemo, { data: { ...ready, state: 'building', done: 4 } }));
  await show();
  await expect.element(page.getByRole('progressbar', { name: 'A town is being built' })).toBeVisible();
  await expect.element(page.getByText('40 % done, 120 devices created')).toBeVisible();
  server.answer(on(readDemo, { data: ready }));
  await expect
    .element(notice.getByRole('link', { name: 'Overview' }))
    .toHaveAttribute('href', expect.stringContaining('/dashboards/7'));
  await expect
    .element(notice.getByRole('link', { name: 'A classroom' }))
    .toHaveAttribute('href', expect.stringContaining('/digitaltwin-mgmt/5'));
  expect(await accessibilityProblems()).toEqual([]);
});

it('stays hidden on request, for this town', async () => {
  const server = answers(on(readDemo, { data: ready }));
  const first = await show({ size: phone });
  await press(notice, 'Don’t show again');
  await expect.element(notice).not.toBeInTheDocument();
  first.unmount();
  await show();
  await expect.poll(() => server.calls(readDemo).length).toBe(2);
  expect(notice.elements()).toEqual([]);
});

it('removes the town after a question, or says why not', async () => {
  const server = answers(on(readDemo, { data: ready }), on(removeDemo, refusal('DEMO_NOT_FOUND')));
  await show();
  await press(notice, 'Remove demo world');
  const question = page.getByRole('alertdialog', { name: 'Remove “Lindenau”?' });
  await expect.element(question.getByText('120 devices with all packets and values')).toBeVisible();
  await press(question, 'Remove');
  await expect.element(question.getByRole('alert')).toBeVisible();
  server.answer(on(removeDemo), on(readDemo, { data: { ...ready, state: 'removing', done: 1 } }));
  await press(question, 'Remove');
  await expect.element(page.getByRole('region', { name: 'The demo world is being removed' })).toBeVisible();
});

it('says that the town could not be completed', async () => {
  answers(on(readDemo, { data: { ...ready, state: 'failed', dashboardId: null, twinId: null } }));
  await show();
  await expect.element(page.getByRole('region', { name: 'The demo world could not be completed' })).toBeVisible();
});

it('is not asked for by users who administer no system', async () => {
  const server = answers(on(readDemo, { data: ready }));
  await show({ abilities: ['all.manage'] });
  expect(server.calls(readDemo)).toEqual([]);
});
