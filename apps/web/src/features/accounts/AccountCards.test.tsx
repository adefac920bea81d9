import { listRoles } from '@stellwerk/contract/access';
import { type Account, account, createAccount, deleteAccount, updateAccount } from '@stellwerk/contract/account';
import {
  readAccountPasswordPolicy,
  readTemplateLimits,
  testMailServer,
  updateAccountPasswordPolicy,
  updateCsvExportLimit,
  updateRetentionPolicy,
} from '@stellwerk/contract/account-settings';
import { type AccountModule, accountModule, toggleModule } from '@stellwerk/contract/module';
import { verify } from '@stellwerk/contract/session';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { render } from '../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../testing/sample.ts';
import { CreateAccountDialog } from './CreateAccountDialog.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { DomainsForm } from './DomainsForm.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { IntegrationsCard } from './IntegrationsCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { MailServerCard } from './MailServerCard.tsx';
import { ModuleCard } from './ModuleCard.tsx';
import { PasswordPolicyCard } from './PasswordPolicyCard.tsx';

const german = { language: 'de' } as const;
const made = (part: PartOf<Account> = {}) =>
  sampleOf(account, {
    id: 7,
    name: 'Stadtwerke',
    description: '',
    data: { feedback: { bug: '' } },
    abilities: { update: true, govern: true },
    ...part,
  });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const question = page.getByRole('alertdialog');

describe('general settings', () => {
  it('are saved with the address for feedback', async () => {
    const server = answers(on(updateAccount));
    await render(<GeneralForm account={made()} />, german);
    await field('E-Mail-Adresse für Rückmeldungen').fill('hilfe@example.com');
    await press(page, 'Speichern');
    await reported('Gespeichert');
    expect(server.calls(updateAccount)).toMatchObject([
      {
        params: { id: 7 },
        body: { data: { feedback: { bug: 'hilfe@example.com' } } },
      },
    ]);
  });

  it('are not saved with addresses that are none', async () => {
    const server = answers();
    await render(<GeneralForm account={made()} />, german);
    await field('E-Mail-Adresse für Rückmeldungen').fill('hilfe');
    await press(page, 'Speichern');
    await expect.element(field('E-Mail-Adresse für Rückmeldungen')).toHaveFocus();
    expect(server.calls(updateAccount)).toEqual([]);
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('the domains of an account', () => {
  const domains = page.getByRole('combobox', { name: 'Domains' });
  async function add(name: string): Promise<void> {
    await domains.fill(name);
    await userEvent.keyboard('{Enter}');
    await press(page, 'Speichern');
  }

  it('show at the field why one is refused', async () => {
    const server = answers(on(updateAccount, refusal('TENANT_DOMAIN_EXISTS', { message: 'Sie ist vergeben.' })));
    await render(<DomainsForm account={made()} />, german);
    await add('iot.example.com');
    await expect.element(page.getByText('Sie ist vergeben.')).toBeVisible();
    await expect.element(domains).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(updateAccount)[0]?.body).toEqual({ domains: ['iot.example.com'] });
  });

  it('are removed by Backspace', async () => {
    const server = answers(on(updateAccount));
    await render(<DomainsForm account={made({ domains: ['a.example.com', 'b.example.com'] })} />, german);
    await domains.click();
    await userEvent.keyboard('{Backspace}');
    await press(page, 'Speichern');
    await reported('Gespeichert');
    expect(server.calls(updateAccount)[0]?.body).toEqual({ domains: ['a.example.com'] });
  });
});

describe('integrations', () => {
  it('are activated after a warning that they stay', async () => {
    const server = answers(on(updateAccount));
    await render(<IntegrationsCard account={made()} />, german);
    await expect.element(page.getByRole('button', { name: 'Dashboard-Instanz aktivieren' })).toBeDisabled();
    await press(page, 'Zeitreihen-Datenbank aktivieren');
    await expect.element(question.getByText(/lässt sich nicht rückgängig machen/)).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
    // The name of the account has to be typed.
    await expect.element(question.getByRole('button', { name: 'Aktivieren' })).toBeDisabled();
    await question.getByRole('textbox').fill('Stadtwerke');
    await press(question, 'Aktivieren');
    await reported('Zeitreihen-Datenbank ist aktiv');
    expect(server.calls(updateAccount)[0]?.body).toEqual({ integrations: { timeseriesDatabase: true } });
  });

  it('that need another one wait for it', async () => {
    const integrations = { timeseriesDatabase: '2026-03-01T12:00:00.000Z' };
    await render(<IntegrationsCard account={made({ integrations })} />, german);
    await expect.element(page.getByText('Aktiv', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Dashboard-Instanz aktivieren' })).toBeEnabled();
  });
});

describe('limits', () => {
  it('are saved each by itself: unchanged ones are not sent', async () => {
    const server = answers(on(readTemplateLimits), on(updateRetentionPolicy), on(updateCsvExportLimit));
    await render(<LimitsCard account={made({ retentionMonths: 24, packetRetentionDays: 90 })} />, german);
    await field(/Aufbewahrung von Messwerten/).fill('36');
    await press(page, 'Speichern');
    await reported('Gespeichert');
    expect(server.calls(updateRetentionPolicy).map(({ body }) => body)).toEqual([
      { retentionMonths: 36, packetRetentionDays: 90 },
    ]);
    expect(server.calls(updateCsvExportLimit)).toEqual([]);
  });

  it('are only shown to the administrators of the account itself', async () => {
    answers(on(readTemplateLimits));
    await render(<LimitsCard account={made({ retentionMonths: 24, abilities: { govern: false } })} />, german);
    await expect.element(page.getByText('24 Monate')).toBeVisible();
    expect(page.getByRole('button', { name: 'Speichern' }).elements()).toEqual([]);
  });
});

describe('the password policy', () => {
  const effective = { minLength: 10, upperAndLowerCase: true, digits: false, specialCharacters: false };

  it('is inherited until the account has its own, which has a lower bound', async () => {
    const inheritedFrom = { id: 1, name: 'Stellwerk' };
    const server = answers(
      on(readAccountPasswordPolicy, { data: { own: null, effective, inheritedFrom } }),
      on(updateAccountPasswordPolicy, ({ body }) => ({ data: { own: body.own, effective: body.own ?? effective } })),
    );
    await render(<PasswordPolicyCard account={made()} />, german);
    await expect.element(page.getByText(/Geerbt von „Stellwerk“: mindestens 10 Zeichen, Groß-/)).toBeVisible();
    await page.getByRole('switch', { name: 'Eigene Richtlinie' }).click();
    await field(/Mindestlänge/).fill('7');
    await press(page, 'Speichern');
    await expect.element(field(/Mindestlänge/)).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(updateAccountPasswordPolicy)).toEqual([]);
    await field(/Mindestlänge/).fill('12');
    await press(page, 'Speichern');
    await reported('Gespeichert');
    expect(server.calls(updateAccountPasswordPolicy)[0]?.body.own).toEqual({ ...effective, minLength: 12 });
  });
});

describe('the mail server', () => {
  const mailServer = { host: 'smtp.example.com', port: 587, sender: 'info@example.com', hasPassword: true };

  it('is set up, and an unreachable one is refused at its field', async () => {
    const server = answers(on(updateAccount, refusal('EGRESS_DENIED')));
    await render(<MailServerCard account={made({ mailServer: null })} />, german);
    await press(page, 'Eigenen Mailserver einrichten');
    await field('Server').fill('10.0.0.1');
    await field('Absender').fill('info@example.com');
    await press(page, 'Speichern');
    await expect.element(field('Server')).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls(updateAccount)[0]?.body.mailServer).toMatchObject({ host: '10.0.0.1', port: 587 });
  });

  it('sends a test message, and says where to', async () => {
    answers(on(testMailServer, { data: { sentTo: 'kim@example.com', answer: '250 OK' } }));
    await render(<MailServerCard account={made({ mailServer })} />, german);
    await press(page, 'Testnachricht senden');
    await reported('Testnachricht an kim@example.com gesendet. Antwort des Mailservers: 250 OK');
  });

  it('is removed after a question', async () => {
    const server = answers(on(updateAccount));
    await render(<MailServerCard account={made({ mailServer })} />, german);
    await press(page, 'Mailserver entfernen');
    expect(server.calls(updateAccount)).toEqual([]);
    await press(question, 'Mailserver entfernen');
    await reported('Der Mailserver wurde entfernt');
    expect(server.calls(updateAccount).map(({ body }) => body)).toEqual([{ mailServer: null }]);
  });
});

describe('a new account', () => {
  const dialog = page.getByRole('dialog', { name: 'Unteraccount anlegen' });
  const show = () =>
    render(<CreateAccountDialog parent={{ id: 1, name: 'Stellwerk' }} onClose={() => undefined} />, german);

  it('is created below another one, and opened', async () => {
    const server = answers(on(createAccount, { data: { id: 8, name: 'Klärwerk' } }));
    const { path } = await show();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Klärwerk');
    await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Wasser');
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Anlegen');
    await expect.poll(path).toBe('/account-mgmt/8');
    expect(server.calls(createAccount).map(({ body }) => body)).toEqual([
      { name: 'Klärwerk', description: 'Wasser', parentId: 1 },
    ]);
  });

  it('with a taken name is refused at its field', async () => {
    answers(on(createAccount, refusal('TENANT_CREATE_DUPLICATE_ENTRY', { message: 'Der Name existiert bereits' })));
    await show();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('STADTWERKE');
    await press(dialog, 'Anlegen');
    await expect.element(name).toHaveAccessibleDescription(/existiert bereits/);
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('an account that is deleted', () => {
  const show = () =>
    render(<DeleteAccountDialog account={made({ path: [{ id: 1 }] })} onClose={() => undefined} />, german);

  it('stays while it is not empty, and the dialog says why', async () => {
    answers(on(deleteAccount, refusal('ACCOUNT_NOT_EMPTY', { message: '1 Unteraccounts, 0 Benutzer, 0 Objekte' })));
    await show();
    await question.getByRole('textbox').fill('Stadtwerke');
    await press(question, 'Löschen');
    await expect.element(question.getByText('1 Unteraccounts, 0 Benutzer, 0 Objekte')).toBeVisible();
  });

  it('needs its name, and leads to the account above', async () => {
    answers(on(deleteAccount));
    const { path } = await show();
    await expect.element(question.getByRole('button', { name: 'Löschen' })).toBeDisabled();
    await question.getByRole('textbox').fill('Stadtwerke');
    await press(question, 'Löschen');
    await expect.poll(path).toBe('/account-mgmt/1?tab=sub-accounts');
  });
});

describe('a module', () => {
  const tickets = (part: PartOf<AccountModule> = {}) =>
    sampleOf(accountModule, { id: 'fm-ticket', active: true, abilities: { toggle: true }, ...part });
  const show = (part: PartOf<AccountModule> = {}) =>
    render(<ModuleCard module={tickets(part)} account={made()} />, german);
  const active = page.getByRole('switch', { name: 'Tickets nutzen' });
  // The permissions of the user may change with a module.
  const session = on(verify, { data: { isAuthenticated: true, user: { id: 1 } } });

  it('is switched off after a warning, and on at once', async () => {
    const server = answers(on(toggleModule), session);
    await show();
    await active.click();
    await expect.element(question.getByText(/aus allen Rollen von „Stadtwerke“/)).toBeVisible();
    expect(server.calls(toggleModule)).toEqual([]);
    await press(question, 'Ausschalten');
    await reported('Tickets ist ausgeschaltet');
    expect(server.calls(toggleModule)).toMatchObject([
      { params: { id: 7, module: 'fm-ticket' }, body: { active: false } },
    ]);
  });

  it('that is off is switched on without a question', async () => {
    const server = answers(on(toggleModule), session);
    await show({ active: false });
    await active.click();
    await reported('Tickets ist eingeschaltet');
    expect(server.calls(toggleModule).map(({ body }) => body)).toEqual([{ active: true }]);
  });

  it.each([
    [{ inactiveAt: { id: 1, name: 'Stellwerk' } }, /Ausgeschaltet in „Stellwerk“/],
    [{ inactiveAbove: true }, 'In einem übergeordneten Account ausgeschaltet.'],
    [{ abilities: { toggle: false } }, 'Nur die Systemadministration schaltet dieses Modul.'],
  ])('says why it cannot be switched: %j', async (part, reason) => {
    await show({ active: false, ...part });
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(active).toBeDisabled();
  });

  it('gives roles to new users', async () => {
    const server = answers(
      on(listRoles, { data: [{ id: 4, name: 'Reader', abilities: { assign: true } }] }),
      on(updateAccount),
    );
    await show();
    await press(page, 'Rollen für neue Benutzer ändern: Tickets');
    const dialog = page.getByRole('dialog', { name: 'Tickets: Rollen für neue Benutzer' });
    await dialog.getByRole('combobox').fill('Rea');
    await page.getByRole('option', { name: /Reader/ }).click();
    await userEvent.keyboard('{Escape}');
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Speichern');
    await reported('Gespeichert');
    expect(server.calls(updateAccount)[0]?.body).toEqual({ moduleRoles: [{ module: 'fm-ticket', roleIds: [4] }] });
  });
});
