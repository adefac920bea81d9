import { type Device, deviceFields } from '@stellwerk/contract/device';
import type { Twin } from '@stellwerk/contract/twin';
import { z } from 'zod';
import { placeShapes } from '../../twins/index.ts';
import type { DeviceUpdate } from '../device.queries.ts';

/** Contacts and users belong to those who may read the device as a twin; for others they stay as they are. */
const fields = deviceFields.omit({ targetReference: true }).extend({
  contacts: deviceFields.shape.contacts.optional(),
  userRelations: deviceFields.shape.userRelations.optional(),
  // Its own type is recursive, which the types of forms can't follow; it is checked on the way out.
  connectorData: z.record(z.string(), z.unknown()),
  connectorId: z.int(),
  driverId: z.int().nullable(),
  driverVersion: z.int().nullable(),
});

export const settingsForm = z.discriminatedUnion('place', [
  fields.extend(placeShapes.below),
  // The account stays the same.
  fields.extend({ place: placeShapes.top.place }),
]);

export function formValuesOf(device: Device, twin: Twin | undefined): z.input<typeof settingsForm> {
  const place =
    device.parentId === null ? ({ place: 'top' } as const) : ({ place: 'below', parentId: device.parentId } as const);
  return {
    ...place,
    title: device.title,
    description: device.description,
    externalId: device.externalId,
    operationalStatus: device.operationalStatus,
    groups: device.groups,
    tags: device.tags,
    icon: device.icon,
    connectorId: device.connector.id,
    connectorData: device.connectorData,
    driverId: device.driver?.id ?? null,
    driverVersion: device.followsDriver ? null : (device.driver?.version ?? null),
    address: device.address,
    latitude: device.latitude,
    longitude: device.longitude,
    isAddressLinked: device.isAddressLinked,
    geoPolygon: device.geoPolygon,
    keyValue: device.keyValue,
    references: device.references,
    floorNumber: device.floorNumber,
    room: device.room,
    ...(twin
      ? {
          contacts: twin.contacts,
          userRelations: twin.userRelations.map(({ userId, responsibility }) => ({ userId, responsibility })),
        }
      : {}),
  };
}

/** Only what differs in place and source is sent: those changes have consequences. */
export function changeOf(device: Device, values: z.output<typeof settingsForm>): DeviceUpdate {
  const { place, connectorId, driverId, driverVersion, ...rest } = values;
  const known = formValuesOf(device, undefined);
  const parentId = place === 'below' ? values.parentId : null;
  const isOtherDriver = driverId !== known.driverId;
  return {
    ...rest,
    connectorData: deviceFields.shape.connectorData.parse(values.connectorData),
    parentId: parentId === device.parentId ? undefined : parentId,
    connectorId: connectorId === known.connectorId ? undefined : connectorId,
    driverId: isOtherDriver ? driverId : undefined,
    driverVersion: isOtherDriver || driverVersion !== known.driverVersion ? driverVersion : undefined,
  };
}
