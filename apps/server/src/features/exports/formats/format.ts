import type { ExportFormat, ExportLayout } from '@stellwerk/contract/data-export';
import type { Span } from '../../../platform/history/history.ts';
import type { Blocks } from '../rows/block.ts';

export interface FormatInput {
  name: string;
  blocks: Blocks;
  layout: ExportLayout;
  span: Span;
  createdAt: Date;
  /** Known when all blocks are read; undefined if the file is complete. */
  cutNote(): string | undefined;
}

/** Writes a file piece by piece, so that its size does not matter. */
export type WriteFormat = (input: FormatInput) => AsyncIterable<string | Uint8Array>;

export const columnNames = [
  'entityType',
  'entityId',
  'title',
  'externalId',
  'stateKey',
  'stateTitle',
  'unit',
  'timestamp',
  'value',
] as const;

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
