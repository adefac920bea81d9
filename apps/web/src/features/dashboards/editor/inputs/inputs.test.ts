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

  it('have the fields of their schema', () => {
    expect(threshold).toEqual({ hasField: false, hasOperator: false, hasNumber: true });
    expect(marker).toEqual({ hasField: true, hasOperator: true, hasNumber: false });
    expect(ruleParts({})).toEqual({ hasField: false, hasOperator: false, hasNumber: false });
  });

  it('begin without a number, in the next colour of a traffic light', () => {
    expect(blankRule(threshold, [])).toEqual({ value: undefined, color: 'ok' });
    expect(blankRule(threshold, [{}, {}, {}, {}])).toMatchObject({ color: 'error' });
    expect(blankRule(marker, [{}])).toEqual({ field: 'status', key: '', operator: 'eq', value: '', color: 'warning' });
  });

  it('are sorted from low to high, with unfinished ones last', () => {
    const rows = [{ value: 30 }, { value: undefined }, { value: -5 }, { value: 'x' }, { value: 7 }];
    expect(byValue(rows).map((row) => Reflect.get(row, 'value'))).toEqual([-5, 7, 30, undefined, 'x']);
  });
});

describe('colours', () => {
  it('of the theme are allowed by the contract and part of the palette', () => {
    expect(themeColours.filter((colour) => !widgetColour.safeParse(colour).success)).toEqual([]);
    expect(swatchOf('warning')).toBe('warning.main');
    expect(swatchOf('data3')).toBe('data.3');
  });

  it('of the user are shown only if they are valid', () => {
    expect(isOwnColour('#aa33cc')).toBe(true);
    expect(isOwnColour('ok')).toBe(false);
    expect(swatchOf('#aa33cc')).toBe('#aa33cc');
    expect(swatchOf('url(https://example.com)')).toBe('transparent');
    expect(hexOr('#AA33CC', '#000000')).toBe('#aa33cc');
    expect(hexOr('red', '#000000')).toBe('#000000');
  });
});

describe('ids or parameters', () => {
  it('are distinguished', () => {
    expect(parameterIn(parameterText('floor'))).toBe('floor');
    expect(parameterIn('{{ param.floor }}')).toBe('floor');
    expect(parameterIn('12')).toBeUndefined();
  });
});

describe('actions', () => {
  it('keep their label when their type changes', () => {
    expect(changedAction({ type: 'openUrl', label: 'Handbuch', url: 'https://a' }, 'openTwin')).toEqual({
      type: 'openTwin',
      label: 'Handbuch',
      useOpenedTwin: true,
      twinId: null,
      newTab: false,
    });
    expect(changedAction(null, 'openTwin').label).toBe('');
  });

  it('of all types are offered, and a new one without a target is valid', () => {
    const types = widgetAction.options.map((option) => option.shape.type.value);
    expect([...actionTypes].sort()).toEqual([...types].sort());
    expect(widgetAction.safeParse(changedAction(null, 'openTwin')).success).toBe(true);
    expect(widgetAction.safeParse(changedAction(null, 'openDashboard')).success).toBe(false);
    expect(actionTypeOf({ type: 'explode' })).toBeUndefined();
  });
});

it('offers code examples that the chart accepts', () => {
  const schema = widgetWebs.get('chart')?.schema;
  const refused = codeExamples.filter(({ code }) => !schema?.safeParse({ generator: code }).success);
  expect(refused).toEqual([]);
  // Each example is the body of a function that returns a value.
  expect(codeExamples.filter(({ code }) => !/^return /m.test(code))).toEqual([]);
});
