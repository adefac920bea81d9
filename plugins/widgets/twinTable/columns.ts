import type { WidgetAttribute } from '@stellwerk/contract/widget';
import type { Cell, KindText } from '@stellwerk/plugin/widget-web';
import type { TwinTableData } from './data.ts';

type Row = TwinTableData['rows'][number];
type CellMaker = (row: Row, key: string, parameters: ReadonlyMap<string, string>) => Cell;

const text = (content: string | undefined): Cell => ({ is: 'text', text: content ?? '' });
const sameKey = (key: string) => {
  const name = key.toLowerCase();
  return (named: { key: string }) => named.key.toLowerCase() === name;
};

/** One entry per field, so that the compiler reports fields added to the contract. */
const makers: Record<WidgetAttribute['field'], CellMaker> = {
  id: ({ twin }) => ({ is: 'value', value: twin.id, unit: '', atMs: null, status: 'unknown' }),
  title: ({ twin }) => text(twin.title),
  description: ({ twin }) => text(twin.description),
  tenantName: ({ twin }) => text(twin.tenantName),
  address: ({ twin }) => text(twin.address),
  icon: ({ twin }) => ({ is: 'icon', icon: twin.icon ?? '', type: twin.type ?? 'default' }),
  tags: ({ twin }) => ({ is: 'tags', tags: twin.tags ?? [] }),
  status: ({ twin }) => ({ is: 'status', status: twin.status ?? 'unknown' }),
  keyValue: ({ twin }, key) => text(twin.keyValue?.find(sameKey(key))?.value),
  customParameter: (_row, key, parameters) => text(parameters.get(key)),
  state({ states }, key) {
    const state = states.find(sameKey(key));
    if (!state) return { is: 'value', value: null, unit: '', atMs: null, status: 'unknown' };
    const { value, unit, timestamp, status } = state;
    return { is: 'value', value, unit, atMs: timestamp === null ? null : Date.parse(timestamp), status };
  },
};

export const cellsOf = (
  attributes: readonly WidgetAttribute[],
  row: Row,
  parameters: ReadonlyMap<string, string>,
): Cell[] => attributes.map(({ field, key }) => makers[field](row, key, parameters));

/** Default title of a column. */
function titleOf({ field, key, label }: WidgetAttribute, titles: TwinTableData['stateTitles'], t: KindText): string {
  const stateTitle = field === 'state' ? titles.find(sameKey(key))?.title : undefined;
  return label || stateTitle || key || t(`attribute.${field}`);
}

/** The same attribute may occur twice, so the id contains the position. */
export const columnsOf = (
  attributes: readonly WidgetAttribute[],
  { stateTitles }: Pick<TwinTableData, 'stateTitles'>,
  t: KindText,
) =>
  attributes.map((attribute, index) => ({
    id: `${index} ${attribute.field} ${attribute.key}`,
    title: titleOf(attribute, stateTitles, t),
    width: attribute.width,
  }));

/** Cells for exported files: numbers stay numbers, other values are text. */
export function plainCell(cell: Cell): string | number | null {
  switch (cell.is) {
    case 'text':
      return cell.text;
    case 'status':
      return cell.status;
    case 'tags':
      return cell.tags.join(', ');
    case 'icon':
      return cell.icon || cell.type;
    case 'value':
      if (cell.value === null || typeof cell.value === 'number' || typeof cell.value === 'string') return cell.value;
      return JSON.stringify(cell.value);
  }
}

/** A unit shared by all values of a column is shown once, in its title. */
export function unitOf(cells: readonly (Cell | undefined)[]): string {
  const units = new Set(cells.flatMap((cell) => (cell?.is === 'value' && cell.value !== null ? [cell.unit] : [])));
  const [unit = ''] = units;
  return units.size === 1 ? unit : '';
}
