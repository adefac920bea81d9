import { listDevices } from '@stellwerk/contract/device';
import {
  type Driver,
  deleteDriver,
  discardDraft,
  publishDriver,
  readDriver,
  readDriverVersion,
  updateDriver,
} from '@stellwerk/contract/driver';
import {
  compareDraft,
  createParserTest,
  deleteParserTest,
  importCodec,
  listParserTests,
  runParser,
  runParserTests,
} from '@stellwerk/contract/driver-workbench';
import { listFavouriteMarks } from '@stellwerk/contract/favourite';
import { listDevicePackets } from '@stellwerk/contract/packet';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../testing/answers.ts';
import { choose, pick, press, reported } from '../../testing/gestures.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';
import type { PartOf } from '../../testing/sample.ts';
import { DriverPage } from './DriverPage.tsx';

const script = (divisor: number) =>
  `module.exports = (payload, meta) => {
const bytes = Buffer.from(payload, 'hex');
return { temperature: bytes.readInt16BE(0) / ${divisor} };
};`;
const parserOf = (divisor: number) => ({ type: 'javascript' as const, script: script(divisor) });
const sets = (values: Record<string, number>) => [{ values }];

const driver: PartOf<Driver> = {
  id: 7,
  title: 'Raumsensor',
  accountName: 'Example',
  parserType: 'javascript',
  abilities: { update: true, delete: true },
  deviceCount: 0,
  draft: { parser: parserOf(10) },
};

/** The server with a driver that changes with its draft; its parser reads 25.1 or, with a wrong divisor, 2.51. */
function serve(own: PartOf<Driver> = driver, ...more: Answered[]) {
  let current = own;
  return answers(
    on(readDriver, () => ({ data: current })),
    on(updateDriver, ({ body }) => {
      current = { ...current, draft: { ...current.draft, ...body.draft } };
      return { data: current };
    }),
    on(runParser, ({ body }) => {
      const isWrong = body.parser.type === 'javascript' && body.parser.script.includes('/ 100');
      return { data: { variables: sets({ temperature: isWrong ? 2.51 : 25.1 }), logs: ['port 85'] } };
    }),
    on(listParserTests, { data: [] }),
    on(listFavouriteMarks, { data: [] }),
    on(listDevices, { data: [] }),
    ...more,
  );
}
const show = (tab: string, options: RenderOptions = {}) =>
  render(<DriverPage />, {
    language: 'de',
    route: '/virtual-device-drivers/{id}',
    path: `/virtual-device-drivers/7?tab=${tab}`,
    ...options,
  });

const editor = page.getByRole('textbox', { name: 'Skript' });
const payload = page.getByRole('textbox', { name: 'Nutzdaten' });
const port = page.getByRole('textbox', { name: 'fPort' });
const valueRow = (text: RegExp) => page.getByRole('table', { name: 'Variablen' }).getByRole('row', { name: text });
const tests = page.getByRole('list', { name: 'Tests' });
const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}');
const saved = () => reported('Entwurf gespeichert');

it('runs the script on a typed packet, and takes over its variables', async () => {
  const server = serve();
  await show('parser');
  await payload.fill('00 FB 2A');
  await port.fill('85');
  await expect.element(valueRow(/temperature 25\.1/)).toBeVisible();
  await expect.element(page.getByText(/port 85/)).toBeVisible();
  await expect.poll(() => server.calls(runParser).at(-1)?.body.packet).toMatchObject({ payload: '00fb2a', fPort: 85 });
  await press(page, /Variable.* übernehmen/);
  await expect.element(page.getByRole('tab', { name: /Zielvariablen ?1/ })).toBeVisible();
  await expect.element(page.getByText(/Nicht gespeichert/)).toBeVisible();
  await saveByKey();
  await saved();
  expect(server.calls(updateDriver)[0]?.body.draft?.variables).toMatchObject([{ name: 'temperature' }]);
});

it('keeps a packet as a test, and removes it', async () => {
  const kept: { id: number; title: string }[] = [];
  const server = serve(
    driver,
    on(listParserTests, () => ({ data: [...kept] })),
    on(createParserTest, ({ body }) => {
      kept.push({ id: 1, title: body.title });
      return undefined;
    }),
    on(runParserTests, () => ({ data: kept.map(({ id }) => ({ id, passed: true })) })),
    on(deleteParserTest, () => {
      kept.pop();
      return undefined;
    }),
  );
  await show('parser');
  await payload.fill('00fb2a');
  await expect.element(valueRow(/temperature 25\.1/)).toBeVisible();
  await press(page, 'Als Test behalten');
  await expect.element(tests.getByText(/Bestanden/)).toBeVisible();
  expect(server.calls(createParserTest)[0]?.body.packet.payload).toBe('00fb2a');
  expect(await accessibilityProblems()).toEqual([]);
  await press(tests, /entfernen|löschen/);
  await expect.element(tests).not.toBeInTheDocument();
});

const failingTest = [
  on(listParserTests, { data: [{ id: 1, title: 'Warm', packet: { payload: '00fb2a', fPort: 85 } }] }),
  on(runParserTests, {
    data: [
      { id: 1, passed: false, expected: { temperature: 25.1 }, result: { variables: sets({ temperature: 2.51 }) } },
    ],
  }),
];
const publish = page.getByRole('dialog', { name: /als Version 1 veröffentlichen/ });

it('is not published while a test fails, and shows the difference', async () => {
  serve({ ...driver, draft: { parser: parserOf(100) } }, ...failingTest);
  await show('parser');
  await press(page, 'Veröffentlichen');
  await expect.element(publish.getByText(/1 von 1 Tests schlägt fehl\./)).toBeVisible();
  await expect.element(publish.getByRole('row', { name: 'temperature 25.1 2.51' })).toBeVisible();
  await expect.element(publish.getByRole('button', { name: 'Veröffentlichen' })).toBeDisabled();
  expect(await accessibilityProblems()).toEqual([]);
  await press(publish, 'Abbrechen');
  await expect.element(publish).not.toBeInTheDocument();
});

it('warns before a version is published that stores no values', async () => {
  serve();
  await show('parser');
  await press(page, 'Veröffentlichen');
  await expect.element(publish.getByText(/keine Zielvariablen/)).toBeVisible();
  // There are no devices to update.
  await expect.element(publish.getByRole('switch')).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

it('is saved and published with notes once its tests pass', async () => {
  const server = serve(
    { ...driver, draft: { parser: parserOf(10), variables: [{ name: 'temperature' }] } },
    on(listParserTests, { data: [{ id: 1, title: 'Warm' }] }),
    on(runParserTests, { data: [{ id: 1, passed: true }] }),
    on(publishDriver, { data: { driver: { ...driver, draft: null, publishedVersion: 1 }, devices: 0 } }),
    on(readDriverVersion, { data: { number: 1, parser: parserOf(10) } }),
  );
  await show('parser');
  await press(page, 'Veröffentlichen');
  await expect.element(publish.getByText(/keine Zielvariablen/)).not.toBeInTheDocument();
  await expect.element(publish.getByText(/Der Test ist bestanden\./)).toBeVisible();
  await publish.getByRole('textbox', { name: 'Was hat sich geändert?' }).fill('Erste Fassung');
  await press(publish, 'Speichern und veröffentlichen');
  await expect.element(publish).not.toBeInTheDocument();
  expect(server.calls(updateDriver)[0]?.body.draft?.notes).toBe('Erste Fassung');
  expect(server.calls(publishDriver).map(({ body }) => body)).toEqual([{ updateDevices: true }]);
});

it('says why it was not published, and keeps the dialog', async () => {
  serve(driver, on(publishDriver, refusal('DEVICEDRIVER_TESTS_FAILED')));
  await show('parser');
  await press(page, 'Veröffentlichen');
  await press(publish, 'Veröffentlichen');
  await expect.element(publish.getByRole('alert').last()).toBeVisible();
  await expect.element(publish.getByRole('button', { name: 'Veröffentlichen' })).toBeVisible();
});

it('marks the line where a script fails', async () => {
  const error = { code: 'SCRIPT_ERROR', message: 'meta.lora is undefined', line: 3 };
  serve(driver, on(runParser, { data: { variables: [], logs: [], error } }));
  await show('parser');
  await payload.fill('00fb2a');
  await expect.element(page.getByText(/Fehler in Zeile 3/)).toBeVisible();
  await expect.poll(() => document.querySelector('.cm-lint-marker-error')).not.toBeNull();
});

it('runs on demand by a key, and says that the result is outdated', async () => {
  const server = serve();
  await show('parser');
  await payload.fill('00fb2a');
  await expect.element(valueRow(/temperature 25\.1/)).toBeVisible();
  await page.getByRole('switch', { name: 'Automatisch' }).click();
  await port.fill('2');
  await expect.element(page.getByText(/von vor der letzten Änderung/)).toBeVisible();
  const runs = server.calls(runParser).length;
  editor.element().focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => server.calls(runParser).length).toBe(runs + 1);
  expect(server.calls(runParser).at(-1)?.body.packet.fPort).toBe(2);
  // The key runs the parser; it does not insert a new line.
  expect(editor.element().textContent).toBe(script(10).replaceAll('\n', ''));
});

it('says what is wrong with a payload', async () => {
  serve();
  await show('parser');
  await payload.fill('0');
  await expect.element(payload).toHaveAttribute('aria-invalid', 'true');
  await payload.fill('01');
  await expect.element(payload).toHaveAttribute('aria-invalid', 'false');
  await port.fill('999');
  await expect.element(port).toHaveAttribute('aria-invalid', 'true');
});

it('keeps unsaved changes across its tabs, and the packet for the next visit', async () => {
  serve();
  const first = await show('parser');
  await payload.fill('00fb2a');
  editor.element().focus();
  await userEvent.keyboard('{Control>}{End}{/Control}// draft');
  await page.getByRole('tab', { name: /Downlinks/ }).click();
  await page.getByRole('tab', { name: 'Parser' }).click();
  await expect.element(editor.getByText(/\/\/ draft/)).toBeVisible();
  await saveByKey();
  await saved();
  first.unmount();
  await show('parser');
  await expect.element(payload).toHaveValue('00fb2a');
});

it('imports a codec with its examples', async () => {
  const codec = 'function decodeUplink(input) { return { data: { level: input.bytes[0] } }; }';
  const taken = { ...driver, draft: { parser: { type: 'javascript' as const, script: codec } } };
  const server = serve({ ...driver, draft: { parser: { type: 'none' } } });
  server.answer(on(importCodec, { data: { driver: taken, tests: 2 } }));
  await show('parser');
  await press(page, /^Codec/);
  const dialog = page.getByRole('dialog', { name: 'Codec eines Herstellers übernehmen' });
  await expect.element(dialog.getByRole('button', { name: 'Übernehmen' })).toBeDisabled();
  const example = (description: string, bytes: number[]) => ({
    type: 'uplink',
    description,
    input: { bytes, fPort: 3 },
    output: { data: { level: bytes[0] } },
  });
  const input = document.querySelector<HTMLElement>('[role=dialog] input[type=file]');
  await page
    .elementLocator(input ?? document.body)
    .upload([
      new File([codec], 'codec.js'),
      new File([JSON.stringify([example('leer', [0]), example('voll', [255])])], 'examples.json'),
    ]);
  await expect.element(dialog.getByText(/2 Beispiele gefunden, 0 nicht verwendbar\./)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  server.answer(on(readDriver, { data: taken }));
  await press(dialog, 'Übernehmen');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(importCodec)[0]?.body).toMatchObject({
    script: codec,
    examples: [{ description: 'leer' }, { description: 'voll' }],
  });
  await expect.element(editor.getByText(/decodeUplink/)).toBeVisible();
});

it('reads fields without a script and shows their bits', async () => {
  const server = serve(
    { ...driver, parserType: 'none', draft: { parser: { type: 'none' } } },
    on(runParser, { data: { variables: sets({ battery: 87, temperature: 25.1 }), logs: [] } }),
  );
  await show('parser');
  await choose(page.getByRole('combobox', { name: 'Parser' }), /Ein Aufbau/);
  await page.getByRole('textbox', { name: /^Name von/ }).fill('battery');
  await press(page, 'Feld hinzufügen');
  await page.getByRole('textbox', { name: 'Name von 2' }).fill('temperature');
  await choose(page.getByRole('combobox', { name: 'Art von temperature' }), 'int LE');
  await page.getByRole('textbox', { name: 'Bits von temperature' }).fill('16');
  await page.getByRole('textbox', { name: 'Faktor von temperature' }).fill('0,1');
  await payload.fill('57fb00');
  await expect.element(valueRow(/temperature 25\.1/)).toBeVisible();
  const strip = page.getByRole('group', { name: 'Bits der Nutzdaten' });
  await expect.element(strip.getByText(/3 Bytes, vollständig gelesen\./)).toBeVisible();
  await expect.element(strip.getByText(/temperature 25\.1/)).toBeVisible();
  await expect
    .poll(() => server.calls(runParser).at(-1)?.body.parser)
    .toMatchObject({
      type: 'single',
      fields: [{ name: 'battery' }, { name: 'temperature', bits: 16, type: 'int', endian: 'little', factor: 0.1 }],
    });
  await payload.fill('57fb');
  await expect.element(strip.getByText(/Die Nutzdaten sind zu kurz für: temperature/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('asks before the fields of a parser are discarded', async () => {
  const fields = [{ name: 'battery', bits: 8, type: 'uint' as const }];
  serve({ ...driver, parserType: 'single', draft: { parser: { type: 'single', fields } } });
  await show('parser');
  await choose(page.getByRole('combobox', { name: 'Parser' }), /JavaScript/);
  await press(page.getByRole('alertdialog'), 'Abbrechen');
  await expect.element(page.getByRole('textbox', { name: 'Name von battery' })).toBeVisible();
});

it('distinguishes cases of messages', async () => {
  const field = (name: string) => ({ name, bits: 8, type: 'uint' as const });
  const cases = [
    { match: { port: 1 }, fields: [field('level')] },
    { match: {}, fields: [field('status')] },
  ];
  serve(
    { ...driver, parserType: 'multi', draft: { parser: { type: 'multi', cases } } },
    on(runParser, ({ body }) => ({
      data: { variables: sets(body.packet.fPort === 9 ? { level: 7 } : { status: 7 }), logs: [] },
    })),
  );
  await show('parser');
  await payload.fill('07');
  await expect.element(page.getByRole('region', { name: 'Fall 2' }).getByText(/Passt zum Paket/)).toBeVisible();
  await expect.element(valueRow(/status 7/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Port von Fall 1' }).fill('9');
  await page.getByRole('textbox', { name: 'Erstes Byte von Fall 1' }).fill('0x07');
  await port.fill('9');
  await expect.element(page.getByRole('region', { name: 'Fall 1' }).getByText(/Passt zum Paket/)).toBeVisible();
  await expect.element(valueRow(/level 7/)).toBeVisible();
});

const published: PartOf<Driver> = { ...driver, publishedVersion: 1, deviceCount: 1 };

it('is tried on a received packet', async () => {
  const server = serve(
    published,
    on(listDevices, { data: [{ id: 8, title: 'Fühler' }] }),
    on(listDevicePackets, { data: { packets: [{ payload: { t: 0 } }, { payload: { t: 215 } }] } }),
  );
  await show('parser');
  await press(page, 'Letzte Pakete');
  await press(page.getByRole('list', { name: 'Letzte Pakete' }), /"t":215/);
  await expect.element(valueRow(/temperature 25\.1/)).toBeVisible();
  expect(server.calls(runParser).at(-1)?.body.packet.payload).toEqual({ t: 215 });
});

it('is saved, and compared with its published version over received packets', async () => {
  const difference = {
    deviceTitle: 'Fühler',
    before: { variables: sets({ temperature: 21.5 }) },
    after: { variables: sets({ temperature: 2.15 }) },
  };
  serve(published, on(compareDraft, { data: { packets: 2, same: 1, different: 1, differences: [difference] } }));
  await show('parser');
  await editor.fill(script(100));
  await press(page, 'Vergleichen');
  const dialog = page.getByRole('dialog', { name: 'Entwurf gegen Version 1' });
  await press(dialog, 'Speichern und vergleichen');
  await expect.element(dialog.getByText(/1 von 2 Paketen ergibt etwas anderes\./)).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: 'temperature 21.5 2.15' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Schließen');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('is readable without permission to change it', async () => {
  serve({ ...published, abilities: { update: false, delete: false } });
  await show('parser', { abilities: ['DeviceDriver.read'] });
  await expect.element(page.getByText(/Nur lesen/)).toBeVisible();
  await expect.element(editor.getByText(/readInt16BE/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Veröffentlichen' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Ausführen' })).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

it('marks invalid names of target variables, and asks before names that differ only in case', async () => {
  const server = serve();
  server.answer(
    on(updateDriver, ({ body }) =>
      body.acceptCase
        ? { data: { ...driver, draft: { ...driver.draft, ...body.draft } } }
        : refusal('DEVICEDRIVER_VARIABLES_DIFFER_IN_CASE'),
    ),
  );
  await show('variables');
  await press(page, 'Zielvariable hinzufügen');
  await page.getByRole('textbox', { name: 'Name von 1' }).fill('Battery');
  await press(page, 'Zielvariable hinzufügen');
  await page.getByRole('textbox', { name: 'Name von 2' }).fill('bat tery');
  await expect.element(page.getByText(/Nur Buchstaben, Ziffern, Unterstriche und Punkte\./)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name von bat tery' }).fill('battery');
  await expect
    .element(page.getByText(/unterscheiden sich nur in Groß- und Kleinschreibung: Battery, battery/))
    .toBeVisible();
  await saveByKey();
  await press(page.getByRole('alertdialog'), 'Trotzdem speichern');
  await saved();
  expect(server.calls(updateDriver).map(({ body }) => body.acceptCase)).toEqual([false, true]);
});

it('adds a health check from a template, and shows its script', async () => {
  serve();
  await show('health');
  await pick(page, 'Prüfung hinzufügen', /Batterie schwach/);
  await page.getByRole('textbox', { name: 'Grenze' }).fill('12,5');
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('switch', { name: 'Expertenmodus' }).click();
  await expect.element(page.getByText(/value < 12\.5/)).toBeVisible();
});

it('is not saved with an invalid downlink', async () => {
  const server = serve();
  await show('downlinks');
  await press(page, 'Downlink hinzufügen');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Neu starten');
  await payload.fill('0');
  await expect.element(page.getByText(/Eine Hex-Stelle fehlt oder ist zu viel/)).toBeVisible();
  await saveByKey();
  await expect.element(page.getByText(/Der Entwurf ist noch nicht vollständig\./)).toBeVisible();
  expect(server.calls(updateDriver)).toEqual([]);
  await payload.fill('01ff');
  await expect.element(page.getByText(/2 Bytes/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await saveByKey();
  await saved();
  expect(server.calls(updateDriver)[0]?.body.draft?.downlinks).toMatchObject([
    { name: 'Neu starten', payload: '01ff', encoding: 'base16' },
  ]);
});

it('shows the changes since a version', async () => {
  serve(
    { ...published, draft: { parser: parserOf(100) } },
    on(readDriverVersion, { data: { number: 1, parser: parserOf(10) } }),
  );
  await show('versions');
  await press(page, 'Änderungen ansehen');
  const changes = page.getByRole('dialog').getByRole('region', { name: 'Parser' });
  await expect.element(changes.getByText(/entfernt:.*\/ 10 /)).toBeVisible();
  await expect.element(changes.getByText(/neu:.*\/ 100 /)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('loses its draft after a question, and shows the published version again', async () => {
  const server = serve(
    { ...published, draft: { parser: parserOf(100) } },
    on(readDriverVersion, { data: { number: 1, parser: parserOf(10) } }),
  );
  await show('versions');
  await press(page, 'Entwurf verwerfen');
  const without = { ...published, draft: null };
  server.answer(on(discardDraft, { data: without }), on(readDriver, { data: without }));
  await press(page.getByRole('alertdialog'), 'Entwurf verwerfen');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Parser' }).click();
  await expect.element(editor.getByText(/\/ 10 /)).toBeVisible();
});

it('is deleted only after its name was typed', async () => {
  const server = serve(driver, on(deleteDriver));
  const { path } = await show('versions');
  await pick(page, 'Weitere Aktionen', /löschen/i);
  const question = page.getByRole('alertdialog');
  const submit = question.getByRole('button', { name: /löschen/i });
  await expect.element(submit).toBeDisabled();
  await question.getByRole('textbox').fill('Raumsensor');
  await submit.click();
  await expect.poll(path).toBe('/virtual-device-drivers');
  expect(server.calls(deleteDriver)).toHaveLength(1);
});

it('says that a driver does not exist', async () => {
  answers(on(readDriver, refusal('DEVICEDRIVER_NOT_FOUND')));
  await show('parser');
  await expect.element(page.getByRole('alert')).toBeVisible();
});
