import { z } from 'zod';
import { dataOf, listOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import {
  deviceFilter,
  deviceTag,
  deviceWire,
  deviceFilterErrors as filterErrors,
  inSmartGroup,
  readsDevices,
} from './device.ts';
import { stateKey } from './state.ts';
import {
  breakOpenCluster,
  geoMeta,
  mapContent,
  mapOptions,
  mapTwin,
  readGeoClusters,
  readGeoHistory,
} from './twin-map.ts';

/** The same map as for twins, over virtual devices and their filters. */
export const deviceMapFilter = deviceFilter.extend({
  ...inSmartGroup,
  ...mapOptions,
  stateKeys: textList(stateKey, 5).optional(),
});

const deviceFilterErrors = [...filterErrors, 'SMART_GROUP_NOT_FOUND'] as const;

const { north, east, south, west, zoom, clusterDistance } = readGeoClusters.query.shape;

export const readDeviceClusters = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/geo-clusters/',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'What a map of virtual devices shows in a box',
  permission: readsDevices,
  query: deviceMapFilter.extend({ north, east, south, west, zoom, clusterDistance }),
  response: dataOf(mapContent),
  errors: deviceFilterErrors,
});

const { offset, limit } = breakOpenCluster.query.shape;

export const breakOpenDeviceCluster = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/geo-clusters/break-open/{id}',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'The virtual devices of a cluster by title',
  permission: readsDevices,
  params: breakOpenCluster.params,
  query: deviceMapFilter.extend({ offset, limit }),
  response: listOf(mapTwin),
  errors: deviceFilterErrors,
});

export const readDeviceGeoMeta = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/geo-meta-infos/',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'How many virtual devices have a place, and where',
  permission: readsDevices,
  query: deviceMapFilter,
  response: dataOf(geoMeta),
  errors: deviceFilterErrors,
});

export const checkDeviceClusters = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/geo-cluster-check',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Is there any virtual device to show on a map?',
  permission: readsDevices,
  query: deviceFilter.extend(inSmartGroup),
  response: dataOf(z.object({ hasPlaces: z.boolean() })),
  errors: deviceFilterErrors,
});

export const readDeviceGeoHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/{id}/geo-history',
  tag: deviceTag,
  summary: 'Where a virtual device was, oldest first',
  permission: readsDevices,
  params: z.object({ id: textIdOf('device') }),
  query: readGeoHistory.query,
  response: readGeoHistory.response,
  errors: ['VDEVICE_NOT_FOUND', 'HISTORY_SPAN_INVALID'],
});
