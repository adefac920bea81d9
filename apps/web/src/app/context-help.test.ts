import { screens } from '@stellwerk/contract/screens';
import { expect, it } from 'vitest';
import { guideNames } from '../features/help/guide-order.ts';
import { guideFor } from './context-help.ts';

it('pages lead to guides that exist', () => {
  const found = screens.flatMap(({ path }) => guideFor(path) ?? []);
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => !guideNames.includes(name))).toEqual([]);
});

it('the more specific path wins', () => {
  expect(guideFor('/digitaltwin/rules-monitor')).toBe('rules-and-alarms');
  expect(guideFor('/virtual-device-drivers/5')).toBe('write-a-parser');
  expect(guideFor('/help')).toBeUndefined();
});
