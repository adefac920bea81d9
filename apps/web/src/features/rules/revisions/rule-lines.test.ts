import { ruleFields } from '@stellwerk/contract/rule';
import { expect, it } from 'vitest';
import { ruleLines } from './rule-lines.ts';

const words = {
  metric: () => 'Temperature',
  conditions: () => 'always',
  triggers: () => ['daily'],
  limits: () => [],
  actions: () => ['warning “Warm”', 'Mail: a@b.c', 'computes Mean first'],
};
const names = { states: new Map(), twins: new Map([[4, 'Hall']]), connectors: new Map([[9, 'Mail server']]) };
const texts = {
  active: (isActive: boolean) => (isActive ? 'on' : 'off'),
  abortIfNull: 'stops',
  resolvesItself: (isSo: boolean) => (isSo ? 'by itself' : 'by hand'),
};

it('contains everything that a revision can change, one line each', () => {
  const rule = ruleFields.parse({
    title: 'Warm',
    description: 'First\nSecond',
    metrics: [{ alias: 'temp', stateId: 1, transformer: 'return value * 2;', abortIfNull: true }],
    conditions: { mode: 'script', script: 'const limit = 3;\nreturn temp > limit;' },
    alarm: { severity: 'warning', message: 'Warm' },
    commands: [{ type: 'mail', connectorId: 9, dtwinId: 4, options: { to: ['a@b.c'], body: 'One\nTwo' } }],
    aggregateTrigger: [5],
  });
  expect(ruleLines(rule, { words, names, texts })).toEqual({
    general: ['Warm', 'First', 'Second', 'on'],
    metrics: ['temp: Temperature (stops)', '  return value * 2;'],
    conditions: ['const limit = 3;', 'return temp > limit;'],
    triggers: ['daily'],
    limits: [],
    actions: [
      'warning “Warm”',
      '  unknown, by itself',
      'Mail: a@b.c',
      '  → Mail server',
      '  → Hall',
      '  to: ["a@b.c"]',
      '  body: One',
      '  body: Two',
      'computes Mean first',
    ],
  });
});
