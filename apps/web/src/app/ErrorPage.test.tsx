import { readBranding } from '@stellwerk/contract/setting';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { answers, on } from '../testing/answers.ts';
import { render } from '../testing/render.tsx';
import { ErrorPage } from './ErrorPage.tsx';

const contact = page.getByRole('link', { name: 'Ask for help' });

it('offers a mail to the contact, with the technical details', async () => {
  answers(on(readBranding, { data: { contact: 'help@example.com' } }));
  await render(<ErrorPage error={new Error('no such chart')} path="/dashboards/7" isWholePage={false} />);
  await expect.element(contact).toHaveAttribute('href', expect.stringMatching(/^mailto:help@example\.com\?subject=/));
  const body = decodeURIComponent(contact.element().getAttribute('href') ?? '');
  expect(body).toContain('/dashboards/7');
  expect(body).toContain('no such chart');
  expect(await accessibilityProblems()).toEqual([]);
});

it('offers none where nobody has entered one', async () => {
  const server = answers(on(readBranding, { data: { contact: null } }));
  await render(<ErrorPage isWholePage={false} />);
  await expect.poll(() => server.calls(readBranding)).toHaveLength(1);
  await expect.element(contact).not.toBeInTheDocument();
});
