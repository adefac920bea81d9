import { widgetAction, widgetColour } from '@stellwerk/contract/widget';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { widgetWebs } from '../../kinds/all-kinds.ts';
import { actionTypeOf, actionTypes, changedAction } from './actions.ts';
import { codeExamples } from './code-examples.ts';
import { blankRule, byValue, ruleParts } from './colour-rules.ts';
import { hexOr, isOwnColour, swatchOf, themeColours } from './colours.ts';
import { parameterIn, parameterText } from './parameters.ts';

const schemaOf = (shape: z.ZodType) => ({ ...z.toJSONSchema(z.array(shape), { io: 'input' }) });

describe('colour rules', () => {
  const threshold = ruleParts(schemaOf(z.object({ value: z.number(), color: z.string() })));
  const marker = ruleParts(
    schemaOf(z.object({ field: z.string(), operator: z.string(), value: z.string(), color: z.string() })),
  );

  it('ask for what their schema holds', () => {
    expect(threshold).toEqual({ hasField: false, hasOperator: false, hasNumber: true });
    expect(marker).toEqual({ hasField: true, hasOperator: true, hasNumber: false });
    expect(ruleParts({})).toEqual({ hasField: false, hasOperator: false, hasNumber: false });
  });

  it('begin without a number, in the next colour of a traffic light', () => {
    expect(blankRule(threshold, [])).toEqual({ value: undefined, color: 'ok' });
    expect(blankRule(threshold, [{}, {}, {}, {}])).toMatchObject({ color: 'error' });
    expect(blankRule(marker, [{}])).toEqual({ field: 'status', key: '', operator: 'eq', value: '', color: 'warning' });
  });

  it('stand from low to high, unfinished ones behind', () => {
    const rows = [{ value: 30 }, { value: undefined }, { value: -5 }, { value: 'x' }, { value: 7 }];
    expect(byValue(rows).map((row) => Reflect.get(row, 'value'))).toEqual([-5, 7, 30, undefined, 'x']);
  });
});

describe('colours', () => {
  it('of the theme are all allowed by the contract, and have a place in the palette', () => {
    expect(themeColours.filter((colour) => !widgetColour.safeParse(colour).success)).toEqual([]);
    expect(swatchOf('warning')).toBe('warning.main');
    expect(swatchOf('data3')).toBe('data.3');
  });

  it('of one’s own are shown only where they are some', () => {
    expect(isOwnColour('#aa33cc')).toBe(true);
    expect(isOwnColour('ok')).toBe(false);
    expect(swatchOf('#aa33cc')).toBe('#aa33cc');
    expect(swatchOf('url(https://example.com)')).toBe('transparent');
    expect(hexOr('#AA33CC', '#000000')).toBe('#aa33cc');
    expect(hexOr('red', '#000000')).toBe('#000000');
  });
});

describe('ids that may be parameters', () => {
  it('tell one from the other', () => {
    expect(parameterIn(parameterText('floor'))).toBe('floor');
    expect(parameterIn('{{ param.floor }}')).toBe('floor');
    expect(parameterIn('12')).toBeUndefined();
  });
});

describe('actions', () => {
  it('keep their label when they become something else', () => {
    expect(changedAction({ type: 'openUrl', label: 'Handbuch', url: 'https://a' }, 'openTwin')).toEqual({
      type: 'openTwin',
      label: 'Handbuch',
      useOpenedTwin: true,
      twinId: null,
      newTab: false,
    });
    expect(changedAction(null, 'openTwin').label).toBe('');
  });

  it('of all types are known, and a new one that needs nothing is allowed', () => {
    const types = widgetAction.options.map((option) => option.shape.type.value);
    expect([...actionTypes].sort()).toEqual([...types].sort());
    expect(widgetAction.safeParse(changedAction(null, 'openTwin')).success).toBe(true);
    expect(widgetAction.safeParse(changedAction(null, 'openDashboard')).success).toBe(false);
    expect(actionTypeOf({ type: 'explode' })).toBeUndefined();
  });
});

it('offers code that the chart takes', () => {
  const schema = widgetWebs.get('chart')?.schema;
  const refused = codeExamples.filter(({ code }) => !schema?.safeParse({ generator: code }).success);
  expect(refused).toEqual([]);
  // Every one of them is the body of a function that gives something back.
  expect(codeExamples.filter(({ code }) => !/^return /m.test(code))).toEqual([]);
});
