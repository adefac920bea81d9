import { twinStatusAfter } from '@stellwerk/plugin/live-status';
import type { LiveValue } from '@stellwerk/plugin/widget-web';
import type { TwinTableData } from './data.ts';
import type { TwinTableOptions } from './manifest.ts';

type Row = TwinTableData['rows'][number];

const showsStatus = ({ attributes }: TwinTableOptions) => attributes.some(({ field }) => field === 'status');

/** Only columns of values and status change live. */
export const isLive = (options: TwinTableOptions) =>
  showsStatus(options) || options.attributes.some(({ field }) => field === 'state');

const heardOf = ({ states }: Row, values: readonly LiveValue[]) => {
  const before = new Map(states.map(({ id, status }) => [id, status]));
  return values.map(({ stateId, status }) => ({ before: before.get(stateId), now: status }));
};

function withValues(row: Row, values: readonly LiveValue[]): Row {
  const newest = new Map(values.map((value) => [value.stateId, value]));
  if (!row.states.some(({ id }) => newest.has(id))) return row;
  const states = row.states.map((state) => {
    const heard = newest.get(state.id);
    if (!heard) return state;
    const timestamp = heard.atMs === null ? state.timestamp : new Date(heard.atMs).toISOString();
    return { ...state, value: heard.value, status: heard.status, timestamp };
  });
  return { ...row, states };
}

interface Outcome {
  row: Row;
  /** The rows must be fetched again, because they would show wrong values. */
  isWrong: boolean;
  /** A state outside the table may have changed the status of the twin. */
  isUnsure: boolean;
}

function hear(options: TwinTableOptions, row: Row, values: readonly LiveValue[]): Outcome {
  const known = new Set(row.states.map(({ id }) => id));
  const shownKeys = options.attributes.flatMap(({ field, key }) => (field === 'state' ? [key.toLowerCase()] : []));
  // A state created since the last fetch has no known unit.
  const isNew = values.some(({ stateId, key }) => !known.has(stateId) && shownKeys.includes(key.toLowerCase()));
  const next = withValues(row, values);
  if (!showsStatus(options)) return { row: next, isWrong: isNew, isUnsure: false };
  const now = row.twin.status ?? 'unknown';
  const heard = heardOf(row, values);
  const status = twinStatusAfter(now, heard);
  if (status === 'unsure') {
    return { row: next, isWrong: isNew || heard.some(({ before }) => before === now), isUnsure: true };
  }
  return {
    row: status === row.twin.status ? next : { ...next, twin: { ...next.twin, status } },
    isWrong: isNew,
    isUnsure: false,
  };
}

/** Rows without new values stay the same objects, so that they are not rendered again. */
export function updated(
  options: TwinTableOptions,
  data: TwinTableData,
  values: readonly LiveValue[],
): TwinTableData | 'refetch' {
  const byTwin = Map.groupBy(values, ({ dtwinId }) => dtwinId);
  const outcomes = data.rows.map((row): Outcome => {
    const heard = byTwin.get(row.twin.id);
    return heard ? hear(options, row, heard) : { row, isWrong: false, isUnsure: false };
  });
  if (outcomes.some(({ isWrong }) => isWrong)) return 'refetch';
  const rows = outcomes.map(({ row }) => row);
  // Shows new values immediately; a possibly changed status is fetched when no values arrive.
  if (rows.some((row, index) => row !== data.rows[index])) return { ...data, rows };
  return outcomes.some(({ isUnsure }) => isUnsure) ? 'refetch' : data;
}
