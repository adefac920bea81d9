import { idFromText } from '@stellwerk/contract/core/id';
import { deviceFields, newDevice, operationalStatuses } from '@stellwerk/contract/device';
import { type BulkImportColumn, bulkImportColumns, bulkImportRequired } from '@stellwerk/contract/device-bulk';
import { keyValue, reference } from '@stellwerk/contract/twin';
import { z } from 'zod';
import type { CsvColumns, CsvLine, LineError } from '../../bulk/index.ts';

/** A fixed column, or one that sets a reference, a property or a field of the connector by its name. */
export type ImportColumn =
  | { field: BulkImportColumn }
  | { reference: string }
  | { property: string }
  | { data: string };

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
for (const column of bulkImportColumns) aliases[column.toLowerCase()] = column;

function columnOf(name: string): ImportColumn | undefined {
  const [, kind = '', part = ''] = /^(ref|prop|data)\.(.+)$/is.exec(name) ?? [];
  if (kind === '') {
    const field = aliases[name.toLowerCase().replace(/[\s_-]/g, '')];
    return field && { field };
  }
  if (kind.toLowerCase() === 'data') return part.length <= 50 ? { data: part } : undefined;
  if (kind.toLowerCase() === 'ref') {
    const found = reference.shape.name.safeParse(part);
    return found.success ? { reference: found.data } : undefined;
  }
  const found = keyValue.shape.key.safeParse(part);
  return found.success ? { property: found.data } : undefined;
}

export const importColumns: CsvColumns<ImportColumn> = {
  columnOf,
  keyOf: (column) => ('field' in column ? column.field : JSON.stringify(column).toLowerCase()),
  required: bulkImportRequired,
};

const flags: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  ja: true,
  false: false,
  '0': false,
  no: false,
  nein: false,
};

const listOf = (text: string) => [
  ...new Set(
    text
      .split(/[,;|]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];
/** Spreadsheets write a decimal comma in some languages. */
const numberOf = (text: string) => (/^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

const readers: Partial<Record<BulkImportColumn, (text: string) => unknown>> = {
  tags: listOf,
  groups: listOf,
  // A number as in events, or the name.
  operationalStatus: (text) => operationalStatuses[/^\d$/.test(text) ? Number(text) : -1] ?? text,
  latitude: numberOf,
  longitude: numberOf,
  floorNumber: numberOf,
  parentId: (text) => idFromText(text) ?? Number.NaN,
  isDeviceImport: (text) => flags[text.toLowerCase()] ?? text,
};

const isDeviceImport = ({ column, text }: CsvLine<ImportColumn>['cells'][number]) =>
  'field' in column && column.field === 'isDeviceImport' && text !== '';

/** Checks a line, or returns its first problem. */
export function readImportLine(
  { line, cells }: CsvLine<ImportColumn>,
  { managesDevices }: { managesDevices: boolean },
): { line: number; row: ImportRow } | { error: LineError } {
  if (!managesDevices && cells.some(isDeviceImport))
    return { error: { line, code: 'BULK_CSV_DEVICE_IMPORT_UNSUPPORTED', params: {} } };
  const given: Record<string, unknown> = {};
  const references: { name: string; value: string }[] = [];
  const properties: { key: string; value: string }[] = [];
  const connectorData: Record<string, string> = {};
  for (const { column, text } of cells) {
    if (text === '') continue;
    if ('field' in column) given[column.field] = readers[column.field]?.(text) ?? text;
    else if ('reference' in column) references.push({ name: column.reference, value: text });
    else if ('property' in column) properties.push({ key: column.property, value: text });
    else connectorData[column.data] = text;
  }
  const read = importRow.safeParse({
    ...given,
    ...(references.length > 0 ? { references } : {}),
    ...(properties.length > 0 ? { keyValue: properties } : {}),
    ...(Object.keys(connectorData).length > 0 ? { connectorData } : {}),
  });
  const refuse = (field: string) => ({ error: { line, code: 'BULK_CSV_INVALID_VALUE' as const, params: { field } } });
  if (!read.success) return refuse(fieldOf(read.error, references, properties));
  const { latitude, longitude } = read.data;
  if ((latitude === undefined) !== (longitude === undefined))
    return refuse(latitude === undefined ? 'latitude' : 'longitude');
  return { line, row: read.data };
}

/** The name of the column that caused the first problem. */
function fieldOf(error: z.ZodError, references: readonly { name: string }[], properties: readonly { key: string }[]) {
  const [field = '', index] = error.issues[0]?.path ?? [];
  if (field === 'references') return `ref.${references[Number(index)]?.name ?? ''}`;
  if (field === 'keyValue') return `prop.${properties[Number(index)]?.key ?? ''}`;
  if (field === 'connectorData') return `data.${String(index ?? '')}`;
  return String(field);
}
