import { defineWidgetWeb, type Picture } from '@stellwerk/plugin/widget-web';
import { MapPinned } from 'lucide-react';
import type { TwinMapData } from './data.ts';
import { manifest } from './manifest.ts';
import { pointsOf, updated } from './markers.ts';

const hasPopup = ({ hasPopup: isOn }: Readonly<Record<string, unknown>>) => isOn === true;

export const web = defineWidgetWeb<typeof manifest.options, TwinMapData>(manifest, {
  icon: MapPinned,
  order: 40,
  draws: 'map',
  start: { size: 6, minHeightPx: 400 },
  tabs: [
    { id: 'twins', fields: [{ name: 'twinFilter', input: 'twinFilter' }] },
    {
      id: 'map',
      fields: [
        { name: 'interactive' },
        { name: 'zoomingEnabled', when: ({ interactive }) => interactive === true },
        { name: 'maxZoom' },
        { name: 'hasPopup', when: ({ interactive }) => interactive === true },
        { name: 'popupTitle', input: 'template', when: hasPopup },
      ],
    },
    { id: 'marker', fields: [{ name: 'markerRules', input: 'markerRules' }] },
    { id: 'attributes', when: hasPopup, fields: [{ name: 'attributes', input: 'facts' }, { name: 'showValues' }] },
    { id: 'actions', when: hasPopup, fields: [{ name: 'actions', input: 'actions' }] },
  ],
  picture({ options, data, t }): Picture {
    if (data.total === 0) return { is: 'note', key: data.unplaced > 0 ? 'note.noPlaces' : 'note.noTwins' };
    const { interactive, zoomingEnabled, maxZoom, popupTitle, attributes, showValues, actions } = options;
    // States get their own titles, which the popup loads with their values.
    const named = attributes.map((attribute) =>
      attribute.label || attribute.key ? attribute : { ...attribute, label: t(`attribute.${attribute.field}`) },
    );
    return {
      is: 'map',
      points: pointsOf(options.markerRules, data),
      total: data.total,
      unplaced: data.unplaced,
      interactive,
      zoomingEnabled,
      maxZoom,
      popup: options.hasPopup ? { title: popupTitle, attributes: named, showValues, actions } : null,
    };
  },
  listensTo: (_options, { twins }) => twins.map(([id]) => id),
  update: updated,
  csv: ({ options, data, t }) => [
    ['id', 'title', 'latitude', 'longitude', 'status'].map((column) => t(`csv.${column}`)).concat(t('csv.colour')),
    ...pointsOf(options.markerRules, data).map(({ twinId, title, latitude, longitude, status, colour }) => [
      twinId,
      title,
      latitude,
      longitude,
      status,
      colour ?? status,
    ]),
  ],
});
