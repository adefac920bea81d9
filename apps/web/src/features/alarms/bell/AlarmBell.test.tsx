import { type AlarmRow, countOpenAlarms, listAlarms } from '@stellwerk/contract/alarm';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on } from '../../../testing/answers.ts';
import { phone, render } from '../../../testing/render.tsx';
import type { PartOf } from '../../../testing/sample.ts';
import { AlarmBell } from './AlarmBell.tsx';

const alarm: PartOf<AlarmRow> = {
  id: 7,
  message: 'Zu heiß: 65 Grad',
  severity: 'error',
  status: 'unresolved',
  origin: { id: 8, title: 'Kessel', category: 'digitalTwin' },
};

it('shows how many alarms are open and the newest of them, and follows changes', async () => {
  const server = answers(on(countOpenAlarms, { data: { error: 1, warning: 2 } }), on(listAlarms, { data: [alarm] }));
  await render(<AlarmBell />, { language: 'de', size: phone, session: { tenantId: 1 } });
  const bell = page.getByRole('button', { name: '3 offene Alarme' });
  await bell.click();
  const dialog = page.getByRole('dialog', { name: 'Offene Alarme' });
  await expect.element(dialog.getByRole('link', { name: 'Zu heiß: 65 Grad' })).toBeVisible();
  await expect.element(dialog.getByRole('switch', { name: 'In diesem Browser benachrichtigen' })).not.toBeChecked();
  expect(await accessibilityProblems()).toEqual([]);
  server.answer(on(countOpenAlarms, { data: { error: 0, warning: 0 } }));
  await server.push('alarms/1', { changed: 1 });
  await expect.element(page.getByRole('button', { name: '0 offene Alarme', includeHidden: true })).toBeInTheDocument();
  expect(server.calls(listAlarms)[0]?.query).toMatchObject({ status: 'unresolved' });
});
