import type { Widget } from '@stellwerk/contract/dashboard';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { widgetWebs } from '../kinds/all-kinds.ts';
import {
  formSchema,
  hasErrorAt,
  newValues,
  pathOfInput,
  pathOfInterval,
  tabsOf,
  textPathOf,
  valuesOf,
  wholeOptions,
} from './widget-form.ts';

const kinds = [...widgetWebs];
const chart = widgetWebs.get('chart');
if (!chart) throw new Error('there is no chart');

const stored: Widget = {
  id: 7,
  type: 'chart',
  title: 'Klima',
  hideHeader: false,
  floatHeader: false,
  borderless: false,
  minHeightPx: 300,
  size: 4,
  options: { chartType: 'gauge', gauge: { max: 50 } },
  layoutOrderIdx: 0,
  revision: 3,
};
const idsOf = (options: object, errors: unknown = {}) => tabsOf(chart, { ...options }, errors).map(({ id }) => id);

describe.each(kinds)('the form of a new %s', (_type, web) => {
  it('can be saved unchanged', () => {
    const values = newValues(web);
    expect(formSchema(web).safeParse(values).success).toBe(true);
    expect(values).toMatchObject(web.start);
  });

  it('shows each option once, and no others', () => {
    const names = web.tabs.flatMap(({ fields }) => fields.map(({ name }) => name));
    const tops = names.map((name) => name.split('.')[0] ?? '');
    expect(new Set(names).size).toBe(names.length);
    expect(tops.filter((name) => !Object.hasOwn(web.schema.shape, name))).toEqual([]);
  });
});

describe('values of a stored widget', () => {
  it('have defaults for options that the kind has got since', () => {
    const { options, ...fields } = valuesOf(stored, chart);
    expect(fields).toEqual({
      title: 'Klima',
      hideHeader: false,
      floatHeader: false,
      borderless: false,
      minHeightPx: 300,
      size: 4,
    });
    expect(options).toMatchObject({ chartType: 'gauge', legendShow: true, gauge: { min: 0, max: 50 } });
  });

  it('stay unchanged if the kind cannot read them any more, so that they can be corrected', () => {
    const { options } = valuesOf({ ...stored, options: { chartType: 'tower', label: 'x' } }, chart);
    expect(options).toMatchObject({ chartType: 'tower', label: 'x', legendShow: true });
  });

  it('stay unchanged for unknown kinds', () => {
    expect(valuesOf({ ...stored, type: 'odd' }, undefined).options).toEqual(stored.options);
  });
});

describe('complete options', () => {
  it('are the parsed ones as JSON, or undefined', () => {
    expect(wholeOptions(chart, { gauge: { min: 5, decimalPlaces: undefined } })).toMatchObject({
      chartType: 'line',
      gauge: { min: 5, max: 100, decimalPlaces: null },
    });
    expect(wholeOptions(chart, { gauge: { min: 'five' } })).toBeUndefined();
  });
});

describe('the tabs', () => {
  it('begin with the general one and depend on the chosen options', () => {
    expect(idsOf({ chartType: 'line' })[0]).toBe('general');
    expect(idsOf({ chartType: 'line' })).not.toContain('gauge');
    expect(idsOf({ chartType: 'gauge' })).toContain('gauge');
    expect(idsOf({ chartType: 'custom' })).toContain('code');
  });

  it('always show fields with errors', () => {
    const errors = { options: { gauge: { thresholds: [undefined, { value: { type: 'invalid', message: 'x' } }] } } };
    const tabs = tabsOf(chart, { chartType: 'line' }, errors);
    expect(tabs.filter(({ hasErrors }) => hasErrors).map(({ id }) => id)).toEqual(['gauge']);
    const [general] = tabsOf(chart, {}, { minHeightPx: { type: 'too_small', message: 'x' } });
    expect(general?.hasErrors).toBe(true);
  });

  it('end with options that the kind does not assign to a tab', () => {
    const odd = {
      ...chart,
      schema: z.object({ shown: z.string(), forgotten: z.string() }),
      tabs: [{ id: 'a', fields: [{ name: 'shown' }] }],
    };
    const last = tabsOf(odd, {}, {}).at(-1);
    expect(last).toMatchObject({ id: 'others', paths: ['options.forgotten'] });
  });

  it('show everything in the first tab for unknown kinds', () => {
    expect(tabsOf(undefined, {}, {}).map(({ id, paths }) => [id, paths.at(-1)])).toEqual([['general', 'options']]);
  });
});

describe('errors', () => {
  it('are found at any depth below a path and nowhere else', () => {
    const errors = { options: { action: { type: { type: 'option', message: 'x' } } } };
    expect(hasErrorAt(errors, 'options.action')).toBe(true);
    expect(hasErrorAt(errors, 'options.action.type')).toBe(true);
    expect(hasErrorAt(errors, 'options.actions')).toBe(false);
    expect(hasErrorAt(errors, 'constructor')).toBe(false);
    expect(hasErrorAt({ options: { list: [] } }, 'options.list')).toBe(false);
  });

  it('have text keys without list positions', () => {
    expect(textPathOf('options.gauge.thresholds.0.value')).toBe('gauge.thresholds.value');
    expect(textPathOf('title')).toBe('title');
  });
});

it('finds options by their input', () => {
  expect(pathOfInput(chart, 'twinFilter')).toBe('twinFilter');
  expect(pathOfInput(chart, 'dashboard')).toBeUndefined();
  expect(pathOfInterval(chart)).toBe('data.interval');
  expect(pathOfInterval(widgetWebs.get('twinMap'))).toBeUndefined();
});
