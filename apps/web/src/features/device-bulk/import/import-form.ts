import { bulkTitle } from '@stellwerk/contract/bulk-import';
import { newDevice } from '@stellwerk/contract/device';
import { z } from 'zod';
import { placementOf, placeShapes } from '../../twins/index.ts';

const fields = z.object({
  title: bulkTitle,
  connectorId: newDevice.shape.connectorId,
  driverId: z.int().nullable(),
});

/** Settings that all devices of a list share. */
export const importForm = z.discriminatedUnion('place', [
  fields.extend(placeShapes.below),
  fields.extend(placeShapes.top),
]);

/** As the call takes it. */
export function definitionOf(input: unknown) {
  const { place: _, ...values } = importForm.parse(input);
  const { title, connectorId, driverId } = values;
  return { title, connectorId, driverId, ...placementOf(importForm.parse(input)) };
}

/** Sample files to fill in: the columns, and two example lines. */
export const samples = {
  simple: ['title;externalId', 'Lift 1;70B3D57ED0000001', 'Lift 2;70B3D57ED0000002', ''].join('\r\n'),
  full: [
    'title;externalId;description;tags;groups;operationalStatus;address;latitude;longitude;floorNumber;room;ref.inventory;prop.vendor',
    'Lift 1;70B3D57ED0000001;North entrance;"lift;north";technics;inOperation;;48,5;9,25;0;E01;INV-1;Example',
    'Lift 2;70B3D57ED0000002;;lift;technics;readyForOperation;Market 1, Ulm;;;;;INV-2;Example',
    '',
  ].join('\r\n'),
};
