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

/** How one number is made of several twins. */
export const combinations = ['first', 'sum', 'average', 'min', 'max', 'count'] as const;

export const manifest = defineWidget({
  type: 'value',
  version: 1,
  options: z.object({
    twinFilter: widgetTwinFilter.prefault({}),
    state: z.union([z.literal(''), stateKey]).default(''),
    valueDetermination: z.enum(valueDeterminations).default('latest'),
    combination: z.enum(combinations).default('first'),
    /** Empty: that of the state. */
    unit: z.string().trim().max(30).default(''),
    decimalPlaces: z.int().min(0).max(6).nullable().default(null),
    /** The difference to the beginning of the period. */
    showChange: z.boolean().default(true),
    showLine: z.boolean().default(true),
    /** The first that fits gives the colour. */
    colours: z
      .array(z.object({ operator: z.enum(markerOperators), value: z.number(), color: widgetColour }))
      .max(10)
      .default([]),
    action: widgetAction.nullable().default(null),
  }),
});
export type ValueOptions = z.output<typeof manifest.options>;
