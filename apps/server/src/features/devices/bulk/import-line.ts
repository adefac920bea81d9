import { idFromText } from '@stellwerk/contract/core/id';
import { deviceFields, newDevice, operationalStatuses } from '@stellwerk/contract/device';
import { type BulkImportColumn, bulkImportColumns, bulkImportRequired } from '@stellwerk/contract/device-bulk';
import { z } from 'zod';
import { createLineReader, flagCell, listCell, numberCell, twinColumns } from '../../bulk/index.ts';

/** Fields of one device; those that are absent get the defaults of new devices. */
export const importRow = deviceFields
  .pick({
    description: true,
    tags: true,
    groups: true,
    operationalStatus: true,
    icon: true,
    address: true,
    latitude: true,
    longitude: true,
    floorNumber: true,
    room: true,
    keyValue: true,
    references: true,
    connectorData: true,
  })
  .partial()
  .extend({
    title: deviceFields.shape.title,
    externalId: deviceFields.shape.externalId,
    parentId: z.int().positive().optional(),
    isDeviceImport: newDevice.shape.isDeviceImport,
  });
export type ImportRow = z.output<typeof importRow>;

/** Accepted column names in German, and the names of the API. */
const aliases: Record<string, BulkImportColumn> = {
  titel: 'title',
  deviceid: 'externalId',
  externeid: 'externalId',
  eui: 'externalId',
  deveui: 'externalId',
  beschreibung: 'description',
  gruppen: 'groups',
  betriebsstatus: 'operationalStatus',
  adresse: 'address',
  breitengrad: 'latitude',
  längengrad: 'longitude',
  etage: 'floorNumber',
  raum: 'room',
};

const reader = createLineReader({
  fields: bulkImportColumns,
  required: bulkImportRequired,
  aliases,
  readers: {
    tags: listCell,
    groups: listCell,
    // A number as in events, or the name.
    operationalStatus: (text) => operationalStatuses[/^\d$/.test(text) ? Number(text) : -1] ?? text,
    latitude: numberCell,
    longitude: numberCell,
    floorNumber: numberCell,
    parentId: (text) => idFromText(text) ?? Number.NaN,
    isDeviceImport: flagCell,
  },
  named: {
    ...twinColumns,
    data: {
      field: 'connectorData',
      nameOf: (text) => (text.length <= 50 ? text : undefined),
      valueOf: (cells) => Object.fromEntries(cells.map(({ name, text }) => [name, text])),
    },
  },
  row: importRow,
});

export const importColumns = reader.columns;

type Line = Parameters<typeof reader.read>[0];

const isDeviceImport = ({ column, text }: Line['cells'][number]) =>
  'field' in column && column.field === 'isDeviceImport' && text !== '';

/** Checks a line, or returns its first problem. Only some connectors manage the devices of another system. */
export function readImportLine(line: Line, { managesDevices }: { managesDevices: boolean }) {
  if (!managesDevices && line.cells.some(isDeviceImport))
    return { error: { line: line.line, code: 'BULK_CSV_DEVICE_IMPORT_UNSUPPORTED' as const, params: {} } };
  return reader.read(line);
}
