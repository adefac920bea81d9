import { describe, expect, it } from 'vitest';
import { writeHistory } from './api-fixtures.ts';
import type { Visit } from './browser.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

const openSection = (heading: string) => openGuide('de', 'rules-and-alarms', heading);
const hourMs = 3_600_000;

/** Three days of 20 °C, each with an hour of 28 and one of 32. */
function makePast(visited: Visit, twinId: number): Promise<void> {
  const nowMs = Date.now();
  const peaks = new Map([
    [12, 32],
    [13, 28],
  ]);
  const valueAt = (atMs: number) => peaks.get(Math.round((nowMs - atMs) / hourMs) % 24) ?? 20;
  const temperature = { title: 'Temperatur', key: 'temperatur', unit: '°C', valueAt };
  return writeHistory(visited, twinId, [temperature], { days: 3, everyMs: hourMs, untilMs: nowMs });
}

describe('the guide about rules and alarms, word for word,', () => {
  it('creates the first rule and another one with every trigger', async () => {
    const { label } = openGuide('de', 'rules-and-alarms');
    const { press, fill, tab, pick, heading, region, page, open, visited, call, makeTwin } = await setUpGuide('de');
    const id = await makeTwin('Serverraum');
    const zone = { type: 'zone', latitude: 52.5, longitude: 13.4, geoPolygon: { kind: 'circle', radiusMeters: 200 } };
    const zoneId = await makeTwin('Hof', zone);
    await makePast(visited, id);
    await open(`/digitaltwin-mgmt/${id}`);
    await tab(label());
    await page.getByRole('button', { name: new RegExp(`^${label()}`) }).click();
    await pick('Datenpunkt', 'Temperatur');
    await fill(label(), '30');
    await region(label()).getByRole('status').filter({ hasText: 'hätte 3-mal ausgelöst' }).waitFor();
    await press(label());
    const listed = page.getByRole('list', { name: 'Regeln', exact: true }).getByRole('listitem');
    await listed.filter({ hasText: 'Temperatur zu hoch' }).waitFor();
    const create = label();
    await press(create);
    await heading('Neue Regel');

    await fill('Titel', 'Angekommen');
    const add = async (section: string, button: string) => {
      await region(section).getByRole('button', { name: button, exact: true }).click();
      return page.getByRole('group', { name: `${section} 1` });
    };
    await add(label(), 'Metrik hinzufügen');
    await pick('Datenpunkt', 'Temperatur');
    const times = await add(label(), 'Zeitpunkt');
    await times.getByText(/^Nächste: /).waitFor();
    await add(label(), 'Ort');
    await pick('Zone', 'Hof');
    await page.getByRole('switch', { name: label() }).check();
    await page.getByText('Neue Werte lösen die Regel nicht aus.').waitFor();
    const windows = await add(label(), 'Fenster');
    await windows.getByLabel('Bis').fill('17:00');
    await page.getByRole('switch', { name: 'Alarm melden' }).check();
    await fill('Meldung', 'Im Hof');
    await press(create);
    await listed.filter({ hasText: 'Angekommen' }).waitFor();
    const rules = await call<{ title: string }[]>('GET', `/digitaltwin/rules/dtwin/${id}/`);
    expect(rules.find(({ title }) => title === 'Angekommen')).toMatchObject({
      metrics: [{ alias: 'temperatur' }],
      timeTriggers: [{ hourly: false }],
      onlyTimeTriggers: true,
      geofenceTriggers: [{ dtwinId: zoneId, mode: 'enter' }],
      executionWindows: [{ to: '17:00' }],
    });
  });

  it('converts metrics, turns conditions into a script, and tries a rule before saving', async () => {
    const { label } = openSection('Metriken und Bedingungen');
    const { press, fill, write, answer, region, page, open, visited, call, makeTwin, makeRule } =
      await setUpGuide('de');
    const id = await makeTwin('Serverraum');
    await makePast(visited, id);
    const mail = { type: 'mail', options: { to: ['technik@example.com'], subject: 'Warm', body: 'Warm' } };
    const { rulePath } = await makeRule(id, 30, { title: 'Warm', throttleHours: 36, commands: [mail] });
    await open((await makeRule(id, 30, { commands: [mail] })).rulePath);
    await press(label());
    await write('Umrechnung (JavaScript)', 'return value * 2;');
    await page.getByRole('listitem', { name: 'Metrik temperatur' }).getByText('40').waitFor();
    await page.getByRole('switch', { name: label() }).check();
    const conditions = region(label());
    const lasting = label();
    await conditions
      .getByRole('button', { name: /^Aktionen für Teil/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: label(), exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await conditions.getByRole('button', { name: 'Skript', exact: true }).click();
    await answer('Umwandeln');
    await conditions.getByRole('textbox').getByText('temperatur').first().waitFor();
    await fill(lasting, '10');
    await page.getByRole('combobox', { name: label(), exact: true }).click();
    for (const mode of [label(), label(), label()])
      await page.getByRole('option', { name: new RegExp(`^${mode}`) }).waitFor();
    await page.keyboard.press('Escape');
    await fill(label(), '36');
    await region('In Worten').getByText('höchstens einmal in 36 Stunden').waitFor();
    expect(label()).toContain('nothing more');
    await press('Speichern');
    await page.getByText('Regel „Zu warm“ wurde gespeichert.').waitFor();
    expect(await call('GET', `/digitaltwin/rules/dtwin/${id}/`)).toMatchObject([
      { conditions: { mode: 'tree' } },
      { conditions: { mode: 'script' }, forMinutes: 10, throttleHours: 36, metrics: [{ abortIfNull: true }] },
    ]);

    const before = openSection('Bevor Sie speichern');
    await open(rulePath);
    const past = region(before.label());
    const would = (text: string) => past.getByRole('status').filter({ hasText: text }).waitFor();
    await would('hätte 2-mal ausgelöst');
    await would('1 weiteres Mal gedrosselt');
    await would('2 × E-Mail senden');
    await fill('Höchstens einmal in', '');
    await would('hätte 3-mal ausgelöst');
    await past.getByRole('slider', { name: 'Grenze von temperatur' }).focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('PageDown');
    await would('hätte 6-mal ausgelöst');
    const tester = region(before.label());
    await tester.getByRole('status').getByText('Die Bedingungen treffen nicht zu.').waitFor();
    await tester.getByRole('textbox', { name: 'Testwert für temperatur' }).fill('99');
    await tester.getByRole('status').getByText('Die Bedingungen treffen zu.').waitFor();
    await tester.getByText('99', { exact: true }).first().waitFor();
    expect(before.label()).toContain('nothing more');
  });
});
