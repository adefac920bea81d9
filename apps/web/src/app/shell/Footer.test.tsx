import { readBranding } from '@stellwerk/contract/setting';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { Footer } from './Footer.tsx';

it('links to the pages that are set, and to no others', async () => {
  const imprint = 'https://www.example.com/imprint';
  const texts = { footer: true, imprint, aboutUs: null, dataProtection: null, copyright: '<b>ACME</b>' };
  answers(on(readBranding, { data: { page: { en: texts } } }));
  await render(<Footer />);
  await expect.element(page.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', imprint);
  expect(page.getByRole('link').elements()).toHaveLength(1);
  expect(await accessibilityProblems()).toEqual([]);
});
