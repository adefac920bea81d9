import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, visitSignedIn } from './browser.ts';
import { makePerson, openDatabase } from './people.ts';

const soon = { timeout: 20_000 };

const makeTester = () =>
  makePerson(openDatabase(), {
    firstName: 'Sina',
    lastName: 'Simulant',
    permissions: ['VirtualDevice.manage', 'DigitalTwin.read', 'DigitalTwinStates.read'],
  });

async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: false }).first().fill(text);
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function choose(page: Page, fleet: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für „${fleet}“` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The number of sent messages in its column. */
const sentIn = async (page: Page, name: string): Promise<number> => {
  const cells = await row(page, name).getByRole('gridcell').allTextContents();
  return Number((cells[5] ?? '').replaceAll('.', ''));
};

it('creates a fleet, shows its messages, changes its interval, stops it and deletes it', async () => {
  const visit = await visitSignedIn('/simulator', {}, await makeTester());
  const { page } = visit;
  await page.getByText('Keine Sensoren zur Hand?').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Flotte anlegen' }).first().click();
  await fill(page, 'Name', 'Klassenräume');
  await page.getByRole('combobox', { name: 'Sensor' }).click();
  await page.getByRole('option', { name: /Milesight EM300-TH/ }).click();
  await page.getByText('Jedes Gerät sendet alle 30 Minuten; zusammen sind das 40 pro Stunde.').waitFor();
  await fill(page, 'Geräte', '800');
  await fill(page, 'Zeit zwischen zwei Nachrichten', '1');
  await page.getByText('Zusammen mehr als 500 Nachrichten pro Sekunde').waitFor();
  await fill(page, 'Geräte', '12');
  await page.getByText('Jedes Gerät sendet jede Sekunde; zusammen sind das 12 pro Sekunde.').waitFor();
  await page.getByRole('slider', { name: 'Lücken' }).fill('0.05');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText('„Klassenräume“ wird angelegt.').waitFor();

  await row(page, 'Klassenräume').getByText('Sendet', { exact: true }).waitFor(soon);
  await expect.poll(() => sentIn(page, 'Klassenräume'), soon).toBeGreaterThan(12);
  expect(await accessibilityProblems(page)).toEqual([]);

  await choose(page, 'Klassenräume', 'Bearbeiten');
  await fill(page, 'Zeit zwischen zwei Nachrichten', '3600');
  await page.getByText('zusammen sind das 12 pro Stunde').waitFor();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await row(page, 'Klassenräume').getByText('12 pro Stunde').waitFor();

  await page.getByRole('switch', { name: '„Klassenräume“ sendet' }).click();
  await row(page, 'Klassenräume').getByText('Angehalten').waitFor();

  await choose(page, 'Klassenräume', 'Digitalen Zwilling öffnen');
  await page.getByRole('heading', { name: 'Klassenräume' }).waitFor();
  await page.getByText('EM300-TH 00001').first().waitFor();

  await visit.open('/simulator');
  await choose(page, 'Klassenräume', 'Löschen');
  await page.getByRole('alertdialog').getByText('12 Geräte mit ihrem Verlauf').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Keine Sensoren zur Hand?').waitFor(soon);
});
