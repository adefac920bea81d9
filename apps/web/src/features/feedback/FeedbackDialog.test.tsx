import { sendFeedback } from '@stellwerk/contract/feedback';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { phone, render } from '../../testing/render.tsx';
import { FeedbackDialog } from './FeedbackDialog.tsx';

it('a bug needs a title and a text, and is sent with its kind', async () => {
  const server = answers(on(sendFeedback, { data: { id: 1, state: 'queued' } }));
  await render(<FeedbackDialog onClose={() => {}} />, { language: 'de', size: phone });
  const dialog = page.getByRole('dialog');
  await press(dialog, 'Fehler');
  await press(dialog, 'Senden');
  const title = dialog.getByRole('textbox', { name: 'Titel' });
  await expect.element(title).toHaveAttribute('aria-invalid', 'true');
  expect(server.calls(sendFeedback)).toEqual([]);
  await title.fill('Karte');
  await expect.element(dialog.getByText('5 von 50 Zeichen')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Was ist passiert, und was haben Sie erwartet?' }).fill('Sie bleibt leer');
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Senden');
  await reported('Vielen Dank, Ihre Rückmeldung ist angekommen.');
  const [call] = server.calls(sendFeedback);
  expect(Object.fromEntries(call?.form ?? [])).toMatchObject({
    kind: 'bug',
    subject: 'Karte',
    content: 'Sie bleibt leer',
    contact: '',
  });
});
