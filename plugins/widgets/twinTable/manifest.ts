import { widgetAction, widgetAttribute, widgetLimits, widgetTwinFilter } from '@stellwerk/contract/widget';
import { defineWidget } from '@stellwerk/plugin/widget';
import { z } from 'zod';

export const manifest = defineWidget({
  type: 'twinTable',
  version: 1,
  options: z.object({
    twinFilter: widgetTwinFilter.prefault({}),
    attributes: z
      .array(widgetAttribute)
      .max(20)
      .default([
        { field: 'title', key: '', label: '', width: 4 },
        { field: 'status', key: '', label: '', width: 2 },
        { field: 'address', key: '', label: '', width: 4 },
      ]),
    /** Action of a click on a row; null for none. */
    action: widgetAction
      .nullable()
      .default({ type: 'openTwin', label: '', useOpenedTwin: true, twinId: null, newTab: false }),
    rowsPerPage: z.int().min(5).max(100).default(10),
  }),
});
export type TwinTableOptions = z.output<typeof manifest.options>;
export const maxRows = widgetLimits.tableRows;
