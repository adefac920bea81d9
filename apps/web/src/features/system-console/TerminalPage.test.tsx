import { listConsoleCommands, runConsoleCommand, unlockConsole } from '@stellwerk/contract/system-console';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press } from '../../testing/gestures.ts';
import { render } from '../../testing/render.tsx';
import { TerminalPage } from './TerminalPage.tsx';

it('the terminal opens with the password, completes commands and shows their output', async () => {
  const commands = [
    { name: 'jobs', usage: '', description: 'Open jobs', changesSomething: false },
    { name: 'outbox', usage: '', description: 'Deliveries', changesSomething: false },
  ];
  const server = answers(
    on(unlockConsole, { data: { until: '2027-01-01T00:00:00Z' } }),
    on(listConsoleCommands, { data: commands }),
    on(runConsoleCommand, ({ body }) =>
      body.line === 'jobs' ? { data: { lines: ['#1  inprogress'] } } : refusal('CONSOLE_COMMAND_UNKNOWN'),
    ),
  );
  await render(<TerminalPage />);
  await page.getByLabelText(/^Password/).fill('secret');
  await press(page, 'Open the console');
  const command = page.getByRole('textbox', { name: 'Command' });
  await command.fill('jo');
  await expect.element(page.getByRole('button', { name: 'jobs' })).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByText('#1 inprogress')).toBeVisible();
  await command.fill('rm');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.calls(runConsoleCommand).map(({ body }) => body.line)).toEqual(['jobs', 'rm']);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(command).toHaveValue('jobs');
  expect(await accessibilityProblems()).toEqual([]);
});
