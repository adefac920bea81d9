import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readGuideFile } from '../apps/server/test/guides.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

const { prose } = readGuideFile('de', 'rules-and-alarms');
const openSection = (heading: string) => openGuide('de', 'rules-and-alarms', heading);

describe('the guide about rules and alarms, in its later sections,', () => {
  it('adds every kind of command, and runs some', async () => {
    const { label } = openSection('Befehle');
    const { press, fill, answer, page, open, call, makeTwin, makeState, makeRule } = await setUpGuide('de');
    const [mail = '', mailOut = '', webhook = '', webhookOut = '', mqtt = '', mqttOut = '', broker = '', ...others] =
      Array.from({ length: 10 }, label);
    await open('/connectors/create');
    for (const name of [mailOut, webhookOut, mqttOut]) await page.getByRole('link', { name, exact: true }).waitFor();
    await press(broker);
    await fill('Name', 'Draußen');
    await press('Prüfen und speichern');
    await press('Zugangsdaten sind gesichert');
    const id = await makeTwin('Serverraum', { keyValue: [{ key: 'baujahr', value: '1974' }] });
    await makeState(id, 'Temperatur', 27);
    await open((await makeRule(id, 25)).rulePath);
    const cards = page.getByRole('list', { name: 'Befehle' }).getByRole('listitem');
    // Counted here, because the cards are hidden behind a dialog that is about to close.
    let number = 0;
    const add = async (kind = '') => {
      number += 1;
      await press('Befehl hinzufügen');
      await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
      const card = cards.and(page.getByRole('listitem', { name: `${number}. ${kind}`, exact: true }));
      await card.waitFor();
      return card;
    };
    const connector = page.getByRole('option', { name: 'Draußen' });
    const tryNow = label();

    const letter = await add(mail);
    await letter.getByText('Ohne Konnektor über den Mail-Server des Accounts.').waitFor();
    await letter.getByRole('combobox', { name: 'Empfänger' }).fill('technik@example.com');
    await page.keyboard.press('Enter');
    await letter.getByRole('textbox', { name: 'Nachricht' }).fill('Bitte nachsehen.');
    await letter.getByRole('textbox', { name: 'Betreff' }).fill('Warm');
    await letter.getByRole('button', { name: 'Platzhalter einfügen' }).click();
    const section = prose.split(/^## /m).find((text) => text.startsWith('Befehle\n')) ?? '';
    const named = [...section.matchAll(/`(\{\{.+?\}\})`/g)].map(([, word = '']) => word);
    const offered = named.map((word) => word.replace('{{alias}}', '{{temperatur}}').replace('<key>', 'baujahr'));
    expect((await page.getByRole('menuitem').allTextContents()).sort()).toEqual(offered.sort());
    await page.keyboard.press('Escape');
    await letter.getByRole('button', { name: tryNow }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/nur an Sie/)
      .waitFor();
    await answer('Abbrechen');

    await (await add(webhook)).getByText('Es gibt noch keinen passenden Konnektor.').waitFor();
    const publish = await add(mqtt);
    await publish.getByRole('combobox', { name: 'Konnektor' }).click();
    await connector.click();
    await publish.getByRole('textbox', { name: 'Topic' }).fill('warm');
    await publish.getByRole('button', { name: tryNow }).click();
    await answer('Ausführen');
    // It has reached the broker, which has no subscriber.
    await publish.getByText(/Niemand ist verbunden, der auf „out\/\d+\/warm“ hört/).waitFor();
    const [downlink, setState, command] = others;
    await (await add(downlink)).getByRole('textbox', { name: 'Gerät' }).waitFor();
    const set = await add(setState);
    await set.getByRole('combobox', { name: 'Datenpunkt' }).fill('temperatur');
    await page.keyboard.press('Escape');
    await set.getByRole('textbox', { name: 'Wert' }).fill('50');
    await set.getByRole('button', { name: tryNow }).click();
    await answer('Ausführen');
    await set.getByText(/^Ausgeführt: /).waitFor();
    expect(await call('GET', `/digitaltwin/states/dtwin/${id}/`)).toMatchObject([{ value: 50 }]);
    await (await add(command)).getByRole('combobox', { name: 'Konnektor' }).click();
    await connector.waitFor();
    expect(label()).toContain('nothing more');
  });

  it('shows what a rule has done, and why there is an alarm', async () => {
    const { label } = openSection('Was eine Regel getan hat');
    const user = await setUpGuide('de');
    const { visit, press, fill, tab, menu, answer, heading, region, page, open, call, db } = user;
    const id = await user.makeTwin('Serverraum');
    const stateId = await user.makeState(id, 'Temperatur', 20);
    const { ruleId, rulePath } = await user.makeRule(id, 25);
    const rules = `/digitaltwin/rules/dtwin/${id}`;
    const set = async (value: number, result: string) => {
      await user.setValue(id, stateId, value);
      const judged = async () => (await call<{ status: { lastResult: string } }[]>('GET', `${rules}/`))[0]?.status;
      await expect.poll(judged).toMatchObject({ lastResult: result });
    };
    await set(31, 'executed');
    await open(rulePath);
    await tab(label());
    const history = region('Ausführungen');
    await history.getByRole('row', { name: /Ausgeführt/ }).click();
    await history.getByRole('region', { name: 'Bedingungen' }).getByText('erfüllt', { exact: true }).waitFor();

    await db.execute(sql`update rule_status set paused_until = now() + interval '1 hour' where rule_id = ${ruleId}`);
    await visit(label());
    await page
      .getByRole('row', { name: /Zu warm/ })
      .getByText('Angehalten', { exact: true })
      .waitFor();
    const resume = label();
    await page.getByRole('button', { name: `Zu warm ${resume.toLowerCase()}` }).hover();
    await page.getByRole('tooltip', { name: resume }).waitFor();
    await press(`Zu warm ${resume.toLowerCase()}`);
    await page.getByText('Zu warm läuft wieder.').waitFor();

    await call('PUT', `${rules}/rule/${ruleId}`, { title: 'Viel zu warm' });
    await open(rulePath);
    await tab(label());
    const versions = page.getByRole('list', { name: 'Versionen' }).getByRole('listitem');
    await versions.filter({ hasText: 'Version 1' }).getByRole('button', { name: 'Wiederherstellen' }).click();
    await answer('Wiederherstellen');
    await heading('Zu warm');
    await open(`/digitaltwin-mgmt/${id}?tab=states`);
    const lineage = label();
    await menu(lineage, 'Aktionen für Temperatur');
    await page.getByRole('dialog', { name: lineage }).getByRole('link', { name: 'Zu warm' }).click();
    await heading('Zu warm');
    expect(label()).toContain('nothing more');

    const alarms = openSection('Alarme');
    const row = (text: string) => page.getByRole('row', { name: new RegExp(text) });
    await visit(alarms.label());
    await row('Zu warm: 31.*Offen').waitFor();
    await page.getByRole('switch', { name: alarms.label() }).uncheck();
    await set(20, 'notMet');
    await row('Zu warm: 31.*Behoben').waitFor();
    await open(rulePath);
    await page.getByRole('switch', { name: alarms.label() }).uncheck();
    await press('Speichern');
    await page.getByText('Regel „Zu warm“ wurde gespeichert.').waitFor();
    await set(32, 'executed');
    await set(20, 'notMet');
    await open('/alarm-logs');
    await row('Zu warm: 32.*Offen').getByText('Zu warm: 32').click();
    const resolve = alarms.label();
    await answer(resolve);
    await page.getByRole('dialog', { name: '1 Alarm als behoben markieren' }).waitFor();
    await answer(resolve);
    await page.getByText('1 Alarm behoben.').waitFor();
    await press('Alarm schließen');
    await row('Zu warm: 32.*Behoben').waitFor();
    await set(33, 'executed');
    await row('Zu warm: 33.*Offen').waitFor();
    const comment = alarms.label();
    for (const value of [32, 33]) await row(`Zu warm: ${value}`).getByRole('checkbox').check();
    await press(comment);
    await fill('Kommentar', 'Die Tür war zu.');
    await answer(comment);
    await page.getByText('2 Alarme kommentiert.').waitFor();
    await press('Filter');
    await page.getByRole('menuitem', { name: alarms.label(), exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const [acknowledge = '', take = '', mute = '', maintenance = '', escalation = ''] = Array.from(
      { length: 5 },
      alarms.label,
    );
    await open(`/digitaltwin-mgmt/${id}`);
    await press('Weitere Aktionen');
    await page.getByRole('menuitem', { name: maintenance, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await open(rulePath);
    await region(escalation).waitFor();
    await open('/alarm-logs');
    await row('Zu warm: 33').getByText('Zu warm: 33').click();
    for (const name of [acknowledge, take, mute]) await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('tab', { name: alarms.label(), exact: true }).click();
    const judged = page.getByRole('group', { name: 'Bedingungen mit ihrem Ergebnis' });
    await judged.getByText('33').first().waitFor();
    await region('Die Regel, die es gemeldet hat').getByText('Version 4').waitFor();
    expect(alarms.label()).toContain('nothing more');
  });
});
