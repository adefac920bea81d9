import { useQuery } from '@tanstack/react-query';
import type { TableQuery } from '../../ui/table/table-state.ts';
import type { TablePage, TableSource } from '../../ui/table/types.ts';
import { type SampleRow, sampleRows } from './sample-data.ts';

const exactTotalLimit = 10_000;
const answerMs = 250;

const wait = (durationMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const comparable = (row: SampleRow, column: string) => {
  const value: unknown = Reflect.get(row, column);
  return typeof value === 'number' || typeof value === 'string' ? value : '';
};

/** Does what a server would do with the query. */
export function samplePage({ offset, limit, search = '', sort, filters }: TableQuery): TablePage<SampleRow> {
  const text = search.toLowerCase();
  const fits = (row: SampleRow) =>
    (text === '' || row.title.toLowerCase().includes(text) || row.key.toLowerCase().includes(text)) &&
    (filters.status?.includes(row.status) ?? true) &&
    (filters.place?.includes(row.place) ?? true) &&
    (filters.model?.every((model) => row.model.toLowerCase().includes(model.toLowerCase())) ?? true);
  const found = sampleRows().filter(fits);
  if (sort) {
    const column = sort.replace('-', '');
    const direction = sort.startsWith('-') ? -1 : 1;
    found.sort((left, right) => {
      const [a, b] = [comparable(left, column), comparable(right, column)];
      return a === b ? 0 : (a < b ? -1 : 1) * direction;
    });
  }
  const totalIsEstimate = found.length > exactTotalLimit;
  return { data: found.slice(offset, offset + limit), total: found.length, offset, limit, totalIsEstimate };
}

export const useSampleRows: TableSource<SampleRow> = (query) =>
  useQuery({
    queryKey: ['gallery', query],
    queryFn: async ({ signal }) => {
      await wait(answerMs, signal);
      return samplePage(query);
    },
  });

export const useNoRows: TableSource<SampleRow> = ({ offset, limit }) =>
  useQuery({ queryKey: ['gallery', 'none'], queryFn: () => ({ data: [], total: 0, offset, limit }) });

/** The shape of an answer of the API that says no. */
const refusal = (code: string, message: string) =>
  Object.assign(new Error(message), { code, requestId: 'req-7f3a91c2' });

export const useFailingRows: TableSource<SampleRow> = () =>
  useQuery<TablePage<SampleRow>>({
    queryKey: ['gallery', 'failing'],
    retry: false,
    queryFn: () => Promise.reject(refusal('SERVICE_UNAVAILABLE', 'The service is not available.')),
  });

export const useForbiddenRows: TableSource<SampleRow> = () =>
  useQuery<TablePage<SampleRow>>({
    queryKey: ['gallery', 'forbidden'],
    retry: false,
    queryFn: () => Promise.reject(refusal('PERMISSION_DENIED', 'Not allowed.')),
  });

export const useEndlessRows: TableSource<SampleRow> = () =>
  useQuery<TablePage<SampleRow>>({ queryKey: ['gallery', 'endless'], queryFn: () => new Promise(() => {}) });
