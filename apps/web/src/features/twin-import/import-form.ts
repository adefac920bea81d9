import { bulkTitle } from '@stellwerk/contract/bulk-import';
import { z } from 'zod';
import { placementOf, placeShapes } from '../twins/index.ts';

const fields = z.object({ title: bulkTitle });

/** Settings that all twins of a list share. */
export const importForm = z.discriminatedUnion('place', [
  fields.extend(placeShapes.below),
  fields.extend(placeShapes.top),
]);

/** As the call takes it. */
export function definitionOf(input: unknown) {
  const values = importForm.parse(input);
  return { title: values.title, ...placementOf(values) };
}

/** Sample files to fill in: the columns, and two example lines. */
export const samples = {
  simple: ['title;type', 'Town hall;building', 'School;building', ''].join('\r\n'),
  full: [
    'title;type;description;tags;address;latitude;longitude;floorNumber;room;ref.inventory;prop.owner',
    'Town hall;building;Built 1908;"town;heated";;48,5;9,25;;;INV-1;Example',
    'Meeting room;room;;heated;;;;1;E01;INV-2;Example',
    '',
  ].join('\r\n'),
};
