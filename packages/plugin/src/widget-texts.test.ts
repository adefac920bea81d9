import { expect, it } from 'vitest';
import { fillText } from './placeholder.ts';
import { widgetLookup } from './widget-texts.ts';

it('knows twin, state, value and parameters, and nothing else', () => {
  const lookup = widgetLookup({
    twin: { id: 7, title: 'Raum {{value}}' },
    state: { key: 'co2', title: 'CO₂' },
    value: 900,
    parameters: new Map([['floor', '2']]),
  });
  const text =
    '{{twin.id}} {{ twin.title }} {{state.key}} {{state.title}} {{value}} {{param.floor}}|{{param.x}}{{toString}}|';
  expect(fillText(text, lookup)).toBe('7 Raum {{value}} co2 CO₂ 900 2||');
});

it('leaves empty what there is not', () => {
  expect(fillText('<{{twin.id}}{{twin.title}}{{value}}{{param.a}}>', widgetLookup({}))).toBe('<>');
});
