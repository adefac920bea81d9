import { z } from 'zod';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { ImportTarget } from '../../bulk/index.ts';
import type { RemovalService } from '../tree/removal.service.ts';
import type { TwinKind } from '../twin.service.ts';
import { addImported } from './add-rows.service.ts';
import { haveContent, readImportedFields } from './import.store.ts';
import { importRow } from './import-line.ts';

/** The place of all twins of a list that name no parent. */
export const importCommon = z.object({ parentId: z.int().nullable(), accountId: z.int() });

const importedKind: TwinKind = { noun: 'twin', category: 'digitalTwin', permission: 'DigitalTwin.manage' };

/** Twins as the bulk engine creates them. */
export const createTwinImport = (
  removal: Pick<RemovalService, 'remove' | 'removePlain'>,
): ImportTarget<typeof importCommon, typeof importRow> => ({
  resource: 'digitaltwin',
  notFound: 'DTWIN_NOT_FOUND',
  common: importCommon,
  row: importRow,
  read: readImportedFields,
  isAlone: () => false,
  create: (ctx, common, rows) =>
    addImported(ctx, common, rows, {
      kind: importedKind,
      twinOf: ({ parentId: _, ...twin }) =>
        Object.fromEntries(Object.entries(twin).filter(([, value]) => value !== undefined)) as typeof twin,
    }),
  async removeAll(ctx, items) {
    const ids = items.map(({ id }) => id);
    return !(await haveContent(ctx.db, ids)) && removal.removePlain(ctx, ids);
  },
  async remove(ctx, id) {
    if (await haveContent(ctx.db, [id])) fail('BULK_UNDO_HAS_DATA');
    try {
      await removal.remove(ctx, id);
    } catch (error) {
      // The actor does not see the twin any more.
      if (error instanceof AppError && error.status === 404) fail('DTWIN_NOT_FOUND');
      throw error;
    }
  },
});
