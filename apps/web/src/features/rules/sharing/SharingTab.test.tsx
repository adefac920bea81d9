import { listDeviceTagsAndZones } from '@stellwerk/contract/device';
import { type Rule, rule as ruleSchema } from '@stellwerk/contract/rule-calls';
import { readRuleSharing, shareRule } from '@stellwerk/contract/shared-rule';
import { listSmartGroups } from '@stellwerk/contract/smart-group';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on } from '../../../testing/answers.ts';
import { press, reported } from '../../../testing/gestures.ts';
import { phone, render } from '../../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../../testing/sample.ts';
import { CopyNotice, SharingTab } from './SharingTab.tsx';

const made = (part: PartOf<Rule> = {}) =>
  sampleOf(ruleSchema, {
    ...{ id: 4, dtwinId: 8, dtwinTitle: 'Behälter 1', tenantId: 1, category: 'virtualDevice', shared: null },
    ...{ conditions: { mode: 'always' }, abilities: { update: true } },
    ...part,
  });

const alone = { target: null, twins: 1, leftOut: [], leftOutCount: 0, checkedAt: null };
const serve = (...more: Answered[]) =>
  answers(
    on(readRuleSharing, { data: alone }),
    on(listDeviceTagsAndZones, { data: { tags: [{ tag: 'behälter', count: 3 }], zones: [] } }),
    on(listSmartGroups, { data: [{ id: 7, title: 'Pumpen' }] }),
    ...more,
  );
const choose = async (field: string | RegExp, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
};

it('applies a rule to all devices with a tag, and names those that it does not fit', async () => {
  const leftOut = [{ twinId: 9, title: 'Behälter 9', code: 'RULE_METRIC_NOT_CARRIED', message: 'Füllstand fehlt' }];
  const target = { kind: 'tag' as const, tag: 'behälter' };
  const data = { ...alone, target, twins: 12, leftOut, leftOutCount: 1 };
  const server = serve(on(shareRule, { data }));
  await render(<SharingTab rule={made()} />, { language: 'de' });
  await choose('Diese Regel gilt für', 'Alle virtuellen Geräte mit einem Tag');
  await page.getByRole('combobox', { name: 'Tag' }).fill('beh');
  await page.getByRole('option', { name: 'behälter' }).click();
  expect(await accessibilityProblems()).toEqual([]);
  server.answer(on(readRuleSharing, { data }));
  await press(page, 'Speichern');
  await reported('Die Regel gilt für 12 Objekte.');
  expect(server.calls(shareRule).map(({ body }) => body)).toEqual([{ target: { kind: 'tag', tag: 'behälter' } }]);
  await expect.element(page.getByText('Füllstand fehlt')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Behälter 9' })).toBeVisible();
});

it('applies a rule to a smart group', async () => {
  const target = { kind: 'smartGroup' as const, smartGroupId: 7, title: 'Pumpen' };
  const server = serve(on(shareRule, { data: { ...alone, target, twins: 3 } }));
  await render(<SharingTab rule={made()} />, { language: 'de', size: phone });
  await choose('Diese Regel gilt für', 'Alle Geräte einer Smart Group');
  await choose(/^Smart Group/, 'Pumpen');
  await press(page, 'Speichern');
  await reported('Die Regel gilt für 3 Objekte.');
  expect(server.calls(shareRule).map(({ body }) => body)).toEqual([
    { target: { kind: 'smartGroup', smartGroupId: 7 } },
  ]);
});

it('leads from a copy to the shared rule', async () => {
  answers();
  const target = { kind: 'tag' as const, name: 'behälter' };
  const shared = { modelId: 4, modelTwinId: 8, isCopy: true, target, twins: 3, openAlarms: 0 };
  await render(<CopyNotice rule={{ shared }} />, { language: 'de' });
  await expect.element(page.getByText(/Kopie der gemeinsamen Regel für alles mit dem Tag „behälter“/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Gemeinsame Regel öffnen' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/digitaltwin-mgmt/8/rules/4'));
});
