import { stateKey } from '@stellwerk/contract/state';
import {
  markerOperators,
  valueDeterminations,
  widgetAction,
  widgetColour,
  widgetTwinFilter,
} from '@stellwerk/contract/widget';
import { defineWidget } from '@stellwerk/plugin/widget';
import { z } from 'zod';

/** How the values of several twins are combined. */
export const combinations = ['first', 'sum', 'average', 'min', 'max', 'count'] as const;

export const manifest = defineWidget({
  type: 'value',
  version: 1,
  options: z.object({
    twinFilter: widgetTwinFilter.prefault({}),
    state: z.union([z.literal(''), stateKey]).default(''),
    valueDetermination: z.enum(valueDeterminations).default('latest'),
    combination: z.enum(combinations).default('first'),
    /** Empty for the unit of the state. */
    unit: z.string().trim().max(30).default(''),
    decimalPlaces: z.int().min(0).max(6).nullable().default(null),
    /** Change since the start of the period. */
    showChange: z.boolean().default(true),
    showLine: z.boolean().default(true),
    /** The first matching rule determines the colour. */
    colours: z
      .array(z.object({ operator: z.enum(markerOperators), value: z.number(), color: widgetColour }))
      .max(10)
      .default([]),
    action: widgetAction.nullable().default(null),
  }),
});
export type ValueOptions = z.output<typeof manifest.options>;
