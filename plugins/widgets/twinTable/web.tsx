import { defineWidgetWeb, type Picture } from '@stellwerk/plugin/widget-web';
import { Table2 } from 'lucide-react';
import { cellsOf, columnsOf, plainCell, unitOf } from './columns.ts';
import type { TwinTableData } from './data.ts';
import { isLive, updated } from './live.ts';
import { manifest } from './manifest.ts';

export const web = defineWidgetWeb<typeof manifest.options, TwinTableData>(manifest, {
  icon: Table2,
  order: 30,
  draws: 'table',
  start: { size: 12, minHeightPx: 400 },
  tabs: [
    { id: 'twins', fields: [{ name: 'twinFilter', input: 'twinFilter' }] },
    { id: 'table', fields: [{ name: 'attributes', input: 'attributes' }, { name: 'rowsPerPage' }] },
    { id: 'actions', fields: [{ name: 'action', input: 'action' }] },
  ],
  picture({ options: { attributes, rowsPerPage }, data, parameters, t }): Picture {
    if (attributes.length === 0) return { is: 'note', key: 'note.noColumns' };
    if (data.rows.length === 0) return { is: 'note', key: 'note.noTwins' };
    const rows = data.rows.map((row) => ({
      twinId: row.twin.id,
      title: row.twin.title,
      cells: cellsOf(attributes, row, parameters),
    }));
    return { is: 'table', columns: columnsOf(attributes, data, t), rows, total: data.total, rowsPerPage };
  },
  listensTo: (options, { rows }) => (isLive(options) ? rows.map(({ twin }) => twin.id) : []),
  update: updated,
  csv({ options: { attributes }, data, parameters, t }) {
    const rows = data.rows.map((row) => cellsOf(attributes, row, parameters));
    const names = columnsOf(attributes, data, t).map(({ title }, column) => {
      const unit = unitOf(rows.map((cells) => cells[column]));
      return unit === '' ? title : `${title} (${unit})`;
    });
    return [names, ...rows.map((cells) => cells.map(plainCell))];
  },
  clickAction: ({ action }) => action,
});
