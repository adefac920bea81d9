import { bulkImportColumns } from '@stellwerk/contract/device-bulk';
import { expect, it } from 'vitest';
import { definitionOf, samples } from './import-form.ts';

const common = { title: 'New sensors', connectorId: 4, driverId: null };

it('passes the place as the call takes it', () => {
  expect(definitionOf({ ...common, place: 'top', tenantId: 3 })).toEqual({ ...common, parentId: null, tenantId: 3 });
  expect(definitionOf({ ...common, place: 'below', parentId: 7, tenantId: 3 })).toEqual({ ...common, parentId: 7 });
});

it('has samples with known columns only', () => {
  for (const text of Object.values(samples)) {
    const [header = '', ...lines] = text.trim().split('\r\n');
    const columns = header.split(';');
    for (const column of columns)
      expect(/^(ref|prop)\./.test(column) || bulkImportColumns.some((known) => known === column), column).toBe(true);
    for (const line of lines) expect(line.replace(/"[^"]*"/g, '').split(';')).toHaveLength(columns.length);
  }
});
