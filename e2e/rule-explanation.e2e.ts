import { expect, it, onTestFinished } from 'vitest';
import { startMailbox } from '../apps/server/src/platform/mail/testing/mailbox.ts';
import { accessibilityProblems, signInByCall, visit } from './browser.ts';
import { startProgram } from './server.setup.ts';

const hourMs = 3_600_000;
const recipient = 'technik@example.com';

it('a rule is built, tried on the past and saved; a packet triggers it, a mail arrives, and the alarm is explained and resolved', async () => {
  const mailbox = await startMailbox();
  const program = await startProgram({
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'Stellwerk <noreply@example.org>',
  });
  onTestFinished(program.stop);
  const { page, context } = await visit();
  const open = (path: string) => page.goto(`${program.baseUrl}/#${path}`);
  await signInByCall(context, program.baseUrl);

  async function send(path: string, data: object) {
    const answer = await page.request.post(`${program.baseUrl}/api/v1/${path}`, {
      data,
      headers: { origin: program.baseUrl },
    });
    expect([path, answer.ok(), answer.ok() ? '' : await answer.text()]).toEqual([path, true, '']);
    return (await answer.json()).data;
  }
  const { connector, generated } = await send('bridge', { tenantId: 1, type: 'webhook-incoming', name: 'Webhook' });
  const driver = await send('devicedrivers', {
    accountId: 1,
    title: 'Fühler',
    draft: {
      parser: { type: 'javascript', script: 'module.exports = (payload) => ({ temperature: payload.t / 10 });' },
      variables: [{ name: 'temperature', title: 'Temperatur', unit: '°C' }],
    },
  });
  await send(`devicedrivers/${driver.id}/publish`, {});
  const device = await send('virtualdevice/', {
    tenantId: 1,
    title: 'Serverraum',
    deviceId: 'server-room',
    bridgeId: connector.id,
    deviceDriverId: driver.id,
  });

  /** Posts like the device: by the key alone. Tenths of a degree. */
  async function post(t: number, hoursAgo = 0): Promise<void> {
    const answer = await fetch(`${program.baseUrl}/api/v1/webhook/${connector.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': Object.values<string>(generated)[0] ?? '' },
      body: JSON.stringify({
        id: 'server-room',
        payload: { t },
        timestamp: new Date(Date.now() - hoursAgo * hourMs).toISOString(),
      }),
    });
    expect(answer.status).toBe(202);
  }
  // Two hot afternoons in the last days.
  for (const [hoursAgo, t] of [
    [60, 210],
    [52, 310],
    [44, 220],
    [36, 205],
    [28, 330],
    [20, 215],
  ] as const) {
    await post(t, hoursAgo);
  }

  await open(`/virtual-devices/${device.id}?tab=rules`);
  await page.getByRole('button', { name: /Melden, wenn ein Wert zu hoch ist/ }).click();
  await page.getByRole('textbox', { name: 'Titel' }).fill('Serverraum zu warm');
  await page.getByRole('textbox', { name: 'Vergleichswert' }).fill('32');
  const past = page.getByRole('region', { name: 'Zeitreise' });
  const would = (text: string) => past.getByRole('status').filter({ hasText: text }).waitFor();
  await would('hätte 1-mal ausgelöst');
  const limit = past.getByRole('slider', { name: 'Grenze von temperature' });
  await limit.focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await would('hätte 2-mal ausgelöst');
  expect(Number(await limit.getAttribute('aria-valuenow'))).toBeLessThan(31);
  // Exactly thirty is a round number, and the line follows the typed value.
  await page.getByRole('textbox', { name: 'Vergleichswert' }).fill('30');
  await expect.poll(() => limit.getAttribute('aria-valuetext')).toBe('> 30 °C');
  await would('hätte 2-mal ausgelöst');

  await page.getByRole('button', { name: 'Befehl hinzufügen' }).click();
  await page.getByRole('menuitem', { name: /E-Mail senden/ }).click();
  const mail = page.getByRole('listitem', { name: '1. E-Mail senden' });
  await mail.getByRole('combobox', { name: 'Empfänger' }).fill(recipient);
  await page.keyboard.press('Enter');
  await mail.getByRole('textbox', { name: 'Betreff' }).fill('{{twin.title}}: {{temperature}} °C');
  await mail.getByRole('textbox', { name: 'Nachricht' }).fill('Bitte nachsehen: {{link}}');
  await would('2 × E-Mail senden');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Regel anlegen' }).click();
  await page.getByText('Serverraum zu warm').first().waitFor();

  await post(345);
  const received = await mailbox.next();
  expect(received.to).toEqual([recipient]);
  expect(received.headers.subject).toEqual(['Serverraum: 34,5 °C']);
  expect(received.text).toContain('Bitte nachsehen: http');

  await open('/alarm-logs');
  const message = /Temperatur ist zu hoch: 34.5 °C/;
  const entry = page.getByRole('row', { name: message });
  await entry.getByText(message).click();
  const alarm = page.getByRole('dialog', { name: message });
  await alarm.getByText('Serverraum zu warm').first().waitFor();
  await alarm.getByText('erfüllt', { exact: true }).first().waitFor();
  await alarm.getByText(recipient).first().waitFor();
  await alarm.getByText('"t": 345').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await alarm.getByRole('button', { name: 'Als behoben markieren' }).click();
  const question = page.getByRole('dialog', { name: '1 Alarm als behoben markieren' });
  await question.getByRole('button', { name: 'Als behoben markieren' }).click();
  await page.getByText('1 Alarm behoben.').waitFor();
  await alarm.getByText('Wie es endete').waitFor();
}, 240_000);
