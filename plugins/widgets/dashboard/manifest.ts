import { idText, namedTexts } from '@stellwerk/contract/widget';
import { defineWidget } from '@stellwerk/plugin/widget';
import { z } from 'zod';

export const manifest = defineWidget({
  type: 'dashboard',
  version: 1,
  options: z.object({
    dashboard: z.union([z.literal(''), idText]).default(''),
    /** Values may contain `{{param.<name>}}` of the outer dashboard. */
    parameters: namedTexts.default([]),
    /** `navigate`: links open the page of the dashboard; `replace`: links replace the dashboard inside the widget. */
    navigation: z.enum(['navigate', 'replace']).default('navigate'),
  }),
  nestedDashboardOption: 'dashboard',
});
export type NestedOptions = z.output<typeof manifest.options>;
