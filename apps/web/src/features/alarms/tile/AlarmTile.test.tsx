import { listAlarms } from '@stellwerk/contract/alarm';
import { readTwin } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { answers, on, refusal } from '../../../testing/answers.ts';
import { render } from '../../../testing/render.tsx';
import { AlarmTile } from './AlarmTile.tsx';

const low = { id: 7, message: 'Battery low', severity: 'warning' as const, status: 'unresolved' as const };
const twin = on(readTwin, { data: { id: 5, tenantId: 3 } });

it('says that there are no alarms, and shows the first one as soon as it is raised', async () => {
  const server = answers(twin, on(listAlarms, { data: [] }));
  const { path } = await render(<AlarmTile twinId={5} />, { theme: 'dark' });
  await expect.element(page.getByText(/No alarms yet/)).toBeVisible();
  server.answer(on(listAlarms, { data: [low] }));
  await server.push('alarms/3', { changed: 1 });
  await expect.element(page.getByRole('listitem').getByText(/^Open · /)).toBeVisible();
  expect(server.calls(listAlarms).at(-1)?.query.dtwinId).toBe(5);
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('link', { name: 'Battery low' }).click();
  await expect.poll(path).toBe('/alarm-logs?alarm=7');
});

it('leads to the log when there are more alarms than it shows', async () => {
  answers(twin, on(listAlarms, { data: [low], total: 12 }));
  const { path } = await render(<AlarmTile twinId={5} />);
  await page.getByRole('link', { name: /12/ }).click();
  await expect.poll(path).toBe('/alarm-logs?device=5');
});

it('says why alarms are missing, and tries again', async () => {
  const server = answers(twin, on(listAlarms, refusal('INTERNAL_ERROR')));
  await render(<AlarmTile twinId={5} />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(on(listAlarms, { data: [low] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Battery low' })).toBeVisible();
});
