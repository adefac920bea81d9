import { listMailTemplates, renderMailTemplate, updateMailTemplate } from '@stellwerk/contract/mail-template';
import { accountSettings, updateSettings } from '@stellwerk/contract/setting';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { phone, render } from '../../testing/render.tsx';
import { sampleOf } from '../../testing/sample.ts';
import { FeaturesTab } from './FeaturesTab.tsx';
import { MailTemplatesTab } from './MailTemplatesTab.tsx';
import { PagesTab } from './PagesTab.tsx';
import { ThemeTab } from './ThemeTab.tsx';

const german = { language: 'de' } as const;
const settings = sampleOf(accountSettings, {
  own: { pageTitleDe: 'Bäder' },
  inherited: { pageTitleDe: 'Stadtwerke', footerDe: true, primaryColour: '#ffdd00', colourMode: 'system' },
  sources: { pageTitleDe: { id: 1, name: 'Zentrale' }, primaryColour: null },
});
const part = { accountId: 7, settings };

describe('settings', () => {
  it('say where their values come from, and only changed ones are sent', async () => {
    const server = answers(on(updateSettings, { data: settings }));
    await render(<PagesTab {...part} />, german);
    const cards = page.getByRole('region', { name: 'Deutsch' });
    await expect
      .element(cards.getByText('Eigener Wert dieses Accounts statt des Wertes von Zentrale: Stadtwerke'))
      .toBeVisible();
    await expect.element(cards.getByText('Vorgabe des Produkts: An')).toBeVisible();
    await cards.getByRole('textbox', { name: 'Titel der Seite' }).fill('');
    await cards.getByRole('textbox', { name: 'Adresse des Impressums' }).fill('https://example.com/imprint');
    expect(await accessibilityProblems()).toEqual([]);
    await cards.getByRole('button', { name: 'Speichern' }).click();
    await reported('Gespeichert');
    expect(server.calls(updateSettings).map(({ body }) => body.own)).toEqual([
      { pageTitleDe: null, imprintDe: 'https://example.com/imprint' },
    ]);
  });

  it('refuse links that could run a script', async () => {
    const server = answers();
    await render(<PagesTab {...part} />, german);
    const cards = page.getByRole('region', { name: 'Deutsch' });
    await cards.getByRole('textbox', { name: 'Adresse des Impressums' }).fill('javascript:alert(1)');
    await cards.getByRole('button', { name: 'Speichern' }).click();
    await expect
      .element(cards.getByRole('textbox', { name: 'Adresse des Impressums' }))
      .toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(updateSettings)).toEqual([]);
  });

  it('show what becomes of a colour in both modes, on a phone as well', async () => {
    answers();
    await render(<ThemeTab {...part} />, { ...german, size: phone });
    // A bright yellow is not readable on white, so a darker one is used.
    await expect.element(page.getByText(/Für gut lesbare Texte wird #[0-9a-f]{6} verwendet/)).toBeVisible();
    await expect.element(page.getByText('Geerbt von einem übergeordneten Account: #ffdd00')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('offer every feature flag with what it hides', async () => {
    answers();
    await render(<FeaturesTab {...part} />, german);
    await expect.element(page.getByRole('combobox', { name: 'Online-Shop' })).toBeVisible();
    expect(page.getByRole('combobox').elements()).toHaveLength(5);
  });
});

describe('texts of mails', () => {
  const template = {
    id: 'user-invite',
    language: 'de' as const,
    subject: 'Einladung',
    body: '# Hallo',
    isOwn: false,
    from: null,
    templateLocals: ['userName', 'link'],
  };
  const rendered = { data: { subject: 'Einladung', html: '<p>Hallo</p>', text: 'Hallo' } };

  it('are shown as a mail while they are written, and refused with unknown placeholders', async () => {
    const server = answers(
      on(listMailTemplates, { data: [template] }),
      on(renderMailTemplate, rendered),
      on(updateMailTemplate, ({ body }) =>
        body.text?.body.includes('{{wrong}}')
          ? refusal('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDERS', { message: 'Diese Platzhalter gibt es hier nicht: wrong.' })
          : { data: template },
      ),
    );
    await render(<MailTemplatesTab accountId={7} />, german);
    await expect.element(page.getByTitle('Vorschau')).toHaveAttribute('sandbox', '');
    expect(await accessibilityProblems()).toEqual([]);
    const body = page.getByRole('textbox', { name: /^Nachricht/ });
    await body.fill('Hallo {{wrong}}');
    await press(page, 'Speichern');
    await expect.element(page.getByText(/^Diese Platzhalter gibt es hier nicht: wrong\./)).toBeVisible();
    await body.fill('Hallo {{userName}}');
    await expect
      .poll(() => server.calls(renderMailTemplate).map((call) => call.body.text.body))
      .toContain('Hallo {{userName}}');
    await press(page, 'Speichern');
    await reported('Gespeichert');
  });
});
