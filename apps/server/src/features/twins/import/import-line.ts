import { idFromText } from '@stellwerk/contract/core/id';
import { twinFields, twinTypes } from '@stellwerk/contract/twin';
import { type TwinImportColumn, twinImportColumns, twinImportRequired } from '@stellwerk/contract/twin-import';
import { z } from 'zod';
import { createLineReader, listCell, numberCell, twinColumns } from '../../bulk/index.ts';

/** Fields of one twin; those that are absent get the defaults of new twins. */
export const importRow = twinFields
  .pick({
    type: true,
    description: true,
    icon: true,
    tags: true,
    address: true,
    latitude: true,
    longitude: true,
    floorNumber: true,
    room: true,
    keyValue: true,
    references: true,
  })
  .partial()
  .extend({ title: twinFields.shape.title, parentId: z.int().positive().optional() });
export type ImportRow = z.output<typeof importRow>;

/** Accepted column names in German. */
const aliases: Record<string, TwinImportColumn> = {
  titel: 'title',
  typ: 'type',
  beschreibung: 'description',
  schlagwörter: 'tags',
  adresse: 'address',
  breitengrad: 'latitude',
  längengrad: 'longitude',
  etage: 'floorNumber',
  raum: 'room',
};

export const twinReader = createLineReader({
  fields: twinImportColumns,
  required: twinImportRequired,
  aliases,
  readers: {
    type: (text) => twinTypes.find((type) => type === text.toLowerCase()) ?? text,
    tags: listCell,
    latitude: numberCell,
    longitude: numberCell,
    floorNumber: numberCell,
    parentId: (text) => idFromText(text) ?? Number.NaN,
  },
  named: twinColumns,
  row: importRow,
});
