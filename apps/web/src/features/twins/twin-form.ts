import { type Twin, twinFields } from '@stellwerk/contract/twin';

/** Everything that the form holds; images and files are stored on their own. */
export const twinForm = twinFields;

export function formValuesOf(twin: Twin) {
  return {
    title: twin.title,
    description: twin.description,
    type: twin.type,
    icon: twin.icon,
    tags: twin.tags,
    address: twin.address,
    latitude: twin.latitude,
    longitude: twin.longitude,
    isAddressLinked: twin.isAddressLinked,
    geoPolygon: twin.geoPolygon,
    keyValue: twin.keyValue,
    references: twin.references,
    floorNumber: twin.floorNumber,
    room: twin.room,
    overlayBounds: twin.overlayBounds,
    contacts: twin.contacts,
    userRelations: twin.userRelations.map(({ userId, responsibility }) => ({ userId, responsibility })),
  };
}
