import { newDevice } from '@stellwerk/contract/device';
import { z } from 'zod';
import { placementOf, placeShapes } from '../../twins/index.ts';
import type { DeviceUpdate, NewDevice } from '../device.queries.ts';

const { title, externalId, operationalStatus, tags, groups, connectorData, isDeviceImport } = newDevice.shape;

const fields = z.object({
  title,
  externalId,
  operationalStatus: operationalStatus.unwrap(),
  tags: tags.unwrap(),
  groups: groups.unwrap(),
  // Its own type is recursive, which the types of forms can't follow; it is checked on the way out.
  connectorData: z.record(z.string(), z.unknown()),
  isDeviceImport: isDeviceImport.unwrap(),
  connectorId: z.int(),
  driverId: z.int().nullable(),
});

export const wizardForm = z.discriminatedUnion('place', [
  fields.extend(placeShapes.below),
  fields.extend(placeShapes.top),
]);
export type WizardValues = z.output<typeof wizardForm>;

export const emptyDevice = {
  title: '',
  externalId: '',
  operationalStatus: 'unset' as const,
  tags: [],
  groups: [],
  connectorData: {},
  isDeviceImport: true,
};

/** As the call takes it. */
export function bodyOf(values: WizardValues): NewDevice {
  const { place: _, ...rest } = values;
  return { ...rest, ...placementOf(values), connectorData: connectorData.unwrap().parse(values.connectorData) };
}

const isFilled = (value: object | undefined) => value !== undefined && Object.keys(value).length > 0;

/** The entered data for a device that exists already. Empty fields and the device's place stay unchanged. */
export function reimportOf(body: NewDevice): DeviceUpdate {
  const { title, driverId, operationalStatus, tags, groups, connectorData } = body;
  return {
    title,
    ...(driverId ? { driverId } : {}),
    ...(operationalStatus === 'unset' ? {} : { operationalStatus }),
    ...(isFilled(tags) ? { tags } : {}),
    ...(isFilled(groups) ? { groups } : {}),
    ...(isFilled(connectorData) ? { connectorData } : {}),
  };
}
