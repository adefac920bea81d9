import {
  markerRule,
  templateText,
  widgetAction,
  widgetAttribute,
  widgetLimits,
  widgetTwinFilter,
} from '@stellwerk/contract/widget';
import { defineWidget } from '@stellwerk/plugin/widget';
import { z } from 'zod';

/** Zoom levels of planet, continent, large islands, large rivers, large roads, buildings. */
export const maxZooms = [0, 3, 4, 6, 10, 15] as const;

export const manifest = defineWidget({
  type: 'twinMap',
  version: 1,
  options: z.object({
    twinFilter: widgetTwinFilter.prefault({}),
    /** The map can be moved and its markers clicked. */
    interactive: z.boolean().default(true),
    zoomingEnabled: z.boolean().default(true),
    /** Maximum zoom when the map fits its twins. */
    maxZoom: z.literal(maxZooms).default(15),
    hasPopup: z.boolean().default(true),
    popupTitle: templateText(200).default('{{twin.title}}'),
    attributes: z
      .array(widgetAttribute)
      .max(20)
      .default([
        { field: 'status', key: '', label: '', width: 2 },
        { field: 'address', key: '', label: '', width: 2 },
      ]),
    /** Shows the newest values of the twin in addition to the selected attributes. */
    showValues: z.boolean().default(true),
    markerRules: z.array(markerRule).max(20).default([]),
    actions: z
      .array(widgetAction)
      .max(5)
      .default([{ type: 'openTwin', label: '', useOpenedTwin: true, twinId: null, newTab: false }]),
  }),
});
export type TwinMapOptions = z.output<typeof manifest.options>;
export const maxTwins = widgetLimits.mapTwins;
