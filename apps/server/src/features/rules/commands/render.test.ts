import { expect, it } from 'vitest';
import { type CommandContext, render } from './render.ts';

const context: CommandContext = {
  rule: { id: 3, title: 'Zu heiß', twinId: 7, accountId: 1 },
  twin: { id: 7, title: 'Kessel', keyValue: { room: '12', 'a.b': 'dotted', toString: 'own' } },
  accountName: 'Stadtwerke',
  metrics: [
    { alias: 'temperature', value: 81.5, at: null, count: 1 },
    { alias: 'places', value: [{ x: 1 }], at: null, count: 1 },
    { alias: 'link', value: 'http://evil.example', at: null, count: 1 },
    { alias: 'gone', value: null, at: null, count: 0 },
  ],
  link: 'https://stellwerk.example/#/x',
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
};

it.each([
  ['{{twin.title}} ({{twin.id}}): {{temperature}} °C', 'Kessel (7): 81.5 °C'],
  ['{{rule.title}} {{account.name}} {{now}}', 'Zu heiß Stadtwerke 2026-01-02T03:04:05.000Z'],
  ['{{link}}', 'https://stellwerk.example/#/x'],
  ['{{places}} <{{gone}}>', '[{"x":1}] <>'],
  ['{{twin.keyValue.room}} {{twin.keyValue.a.b}} {{twin.keyValue.toString}}', '12 dotted own'],
  ['<{{twin.keyValue.}}{{twin.keyValue.valueOf}}{{twin}}{{rule.id}}{{temperature.x}}>', '<>'],
])('%j becomes %j', (text, expected) => {
  expect(render(text, context)).toBe(expected);
});

it.each([
  ['Zu heiß: {{temperature}} °C', 'Zu heiß: 81,5 °C'],
  ['Zu heiß: {{temperature}}°C!', 'Zu heiß: 81,5 °C!'],
  ['{{ temperature }} im Raum {{twin.id}}', '81,5 °C im Raum 7'],
  ['<{{gone}}>', '<>'],
])('for an author who reads German, %j becomes %j', (text, expected) => {
  const units = new Map([['temperature', '°C']]);
  expect(render(text, { ...context, language: 'de', units })).toBe(expected);
});

it('does not take the beginning of a word for a unit', () => {
  const own = { ...context, language: 'en' as const, units: new Map([['temperature', 'm']]) };
  expect(render('{{temperature}} m more', own)).toBe('81.5 m more');
  expect(render('{{temperature}} more', own)).toBe('81.5 m more');
});
