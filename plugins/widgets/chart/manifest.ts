import {
  templateText,
  valueDeterminations,
  widgetColour,
  widgetDataOptions,
  widgetLimits,
  widgetTwinFilter,
} from '@stellwerk/contract/widget';
import { defineWidget } from '@stellwerk/plugin/widget';
import { z } from 'zod';
import { exampleGenerator } from './example-generator.ts';

export const chartTypes = ['line', 'bar', 'gauge', 'heatmap', 'custom'] as const;
export type ChartType = (typeof chartTypes)[number];

/** `auto` includes zero, `auto-cropped` fits the values. */
const axisEnd = z.union([z.enum(['auto', 'auto-cropped']), z.number()]).default('auto');

const gauge = z
  .object({
    min: z.number().default(0),
    max: z.number().default(100),
    /** Each colour starts at its value; below the first one, the theme's colour is used. */
    thresholds: z
      .array(z.object({ value: z.number(), color: widgetColour }))
      .max(10)
      .default([]),
    valueDetermination: z.enum(valueDeterminations).default('latest'),
    decimalPlaces: z.int().min(0).max(6).nullable().default(null),
    showValue: z.boolean().default(true),
    showUnit: z.boolean().default(true),
    showPointer: z.boolean().default(true),
    showAxisLabels: z.boolean().default(true),
  })
  .refine(({ min, max }) => min < max, { path: ['max'] })
  .superRefine(({ min, max, thresholds }, context) => {
    thresholds.forEach(({ value }, index) => {
      if (value > min && value < max) return;
      context.addIssue({ code: 'custom', path: ['thresholds', index, 'value'], params: { min, max } });
    });
  });

const heatmap = z.object({
  valueDetermination: z.enum(valueDeterminations).default('average'),
  /** Meaning of rows and columns. */
  layout: z.enum(['weekdayByHour', 'dayByHour', 'seriesByDay']).default('weekdayByHour'),
  /** Null for the range of the values. */
  lowest: z.number().nullable().default(null),
  highest: z.number().nullable().default(null),
});

export const manifest = defineWidget({
  type: 'chart',
  version: 1,
  options: z
    .object({
      chartType: z.enum(chartTypes).default('line'),
      twinFilter: widgetTwinFilter.prefault({}),
      data: widgetDataOptions.prefault({}),
      /** Template of the names of lines; equal names are numbered. */
      label: templateText(200).default('{{twin.title}} · {{state.title}}'),
      /** A pattern such as `DD.MM. HH:mm`; empty for a format that suits the period. */
      dateTimeFormat: z.string().trim().max(40).default(''),
      xAxisRotation: z.int().min(-90).max(90).default(0),
      yAxisMin: axisEnd,
      yAxisMax: axisEnd,
      legendShow: z.boolean().default(true),
      lineSmooth: z.boolean().default(false),
      lineShape: z.enum(['line', 'area', 'step']).default('line'),
      stacked: z.boolean().default(false),
      toolbox: z
        .object({
          dataZoom: z.boolean().default(false),
          dataView: z.boolean().default(false),
          saveAsImage: z.boolean().default(false),
        })
        .prefault({}),
      gauge: gauge.prefault({}),
      heatmap: heatmap.prefault({}),
      /** JavaScript: a function body with `data`, `params`, `dateRange` and `theme` that returns a chart option. */
      generator: z.string().max(50_000).default(exampleGenerator),
    })
    .refine(
      ({ yAxisMin, yAxisMax }) => typeof yAxisMin !== 'number' || typeof yAxisMax !== 'number' || yAxisMin < yAxisMax,
      { path: ['yAxisMax'] },
    ),
});

export type ChartOptions = z.output<typeof manifest.options>;
export const maxSeries = widgetLimits.series;
