import { useQuery } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, phone, type RenderOptions, render } from '../../testing/render.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import type { TableQuery } from './table-state.ts';
import type { TableColumn, TableFilter } from './types.ts';
import { useTableState } from './use-table-state.ts';

interface Lift {
  id: number;
  title: string;
  floors: number;
}

const lifts: Lift[] = Array.from({ length: 45 }, (_, index) => ({
  id: index + 1,
  title: `Lift ${index + 1}`,
  floors: index % 7,
}));
const columns: TableColumn<Lift>[] = [
  { id: 'title', title: 'Title', render: ({ title }) => title, sortable: true, card: 'title' },
  { id: 'floors', title: 'Floors', render: ({ floors }) => floors, align: 'right' },
  { id: 'maker', title: 'Maker', render: () => 'Otto', optional: true },
];
const options = ['New', 'Used', 'Broken'].map((label) => ({ value: label.toLowerCase(), label }));
const filters: TableFilter[] = [
  { id: 'state', label: 'State', options },
  { id: 'place', label: 'Place' },
];

let asked: TableQuery[] = [];

/** A server that does not sort: the test only checks the column in the request. */
function answerTo({ search = '', offset, limit }: TableQuery) {
  const found = lifts.filter(({ title }) => title.includes(search));
  return { data: found.slice(offset, offset + limit), total: found.length, offset, limit };
}

function useLifts(query: TableQuery) {
  asked.push(query);
  return useQuery({ queryKey: ['lifts', query], queryFn: () => answerTo(query) });
}

function Lifts(props: Partial<DataTableProps<Lift>>) {
  const table = useTableState({ name: 'lifts', filters });
  return (
    <DataTable
      label="Lifts"
      table={table}
      source={useLifts}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ title }) => title}
      rowTo={({ id }) => `/lifts/${id}`}
      searchPlaceholder="Title"
      {...props}
    />
  );
}

const grid = page.getByRole('grid', { name: 'Lifts' });

async function show(props: Partial<DataTableProps<Lift>> = {}, renderOptions: RenderOptions = {}) {
  asked = [];
  const shown = await render(<Lifts {...props} />, { path: '/lifts', ...renderOptions });
  return { ...shown, lastQuery: () => asked.at(-1) };
}

it.each(['light', 'dark'] as const)('is a named grid without accessibility problems in the %s theme', async (theme) => {
  await show({ bulkActions: [{ label: 'Delete', onRun: vi.fn() }] }, { theme });
  await expect.element(grid.getByRole('gridcell', { name: 'Lift 20' })).toBeInTheDocument();
  await expect.element(page.getByRole('status')).toMatchTextContent('1–20 of 45');
  expect(await accessibilityProblems()).toEqual([]);
});

it('moves between cells by arrow keys and opens a row by Enter', async () => {
  const { path } = await show();
  await focus(grid.getByRole('columnheader', { name: 'Title' }));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(path).toBe('/lifts/2');
});

it('sorts by the keyboard on a column header', async () => {
  const { path, lastQuery } = await show();
  await focus(grid.getByRole('columnheader', { name: 'Title' }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/lifts?sort=title');
  await expect.poll(() => lastQuery()?.sort).toBe('title');
  const header = grid.getByRole('columnheader').first();
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(header).toHaveAccessibleName(/Title/);
});

it('searches at once by Enter, focuses by the slash key, and clears by Escape', async () => {
  const { path, lastQuery } = await show();
  await expect.element(grid).toBeVisible();
  await userEvent.keyboard('/');
  const search = page.getByRole('searchbox', { name: 'Search Lifts' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('Lift 4{Enter}');
  await expect.element(page.getByRole('status')).toMatchTextContent('1–7 of 7');
  expect(path()).toBe('/lifts?q=Lift+4');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => lastQuery()?.search).toBeUndefined();
  await expect.element(search).toHaveFocus();
});

it('pages by named buttons', async () => {
  const { lastQuery } = await show();
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByRole('status')).toMatchTextContent('41–45 of 45');
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(lastQuery()).toMatchObject({ offset: 40, limit: 20 });
});

it('shows the last page when the address has a page beyond it', async () => {
  await show({}, { path: '/lifts?page=9' });
  await expect.element(page.getByRole('status')).toMatchTextContent('41–45 of 45');
});

it('adds, changes and removes filters by keyboard', async () => {
  const { lastQuery } = await show();
  await focus(page.getByRole('button', { name: 'Filter', exact: true }));
  await userEvent.keyboard('{Enter}{Enter}');
  const dialog = page.getByRole('dialog', { name: 'State' });
  await expect.element(dialog.getByRole('menuitemcheckbox', { name: 'New' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => lastQuery()?.filters).toEqual({ state: ['new'] });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => lastQuery()?.filters).toEqual({ state: ['new', 'used'] });
  await expect.element(dialog.getByRole('menuitemcheckbox', { name: 'Used' })).toBeChecked();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Remove filter State' }).click();
  await expect.poll(() => lastQuery()?.filters).toEqual({});
});

it('filters by any text', async () => {
  const { lastQuery } = await show();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Place' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Place' })).toHaveFocus();
  await userEvent.keyboard('Hall{Enter}');
  await expect.poll(() => lastQuery()?.filters).toEqual({ place: ['Hall'] });
});

it('selects rows and ends the selection when the search changes', async () => {
  const onRun = vi.fn();
  await show({ bulkActions: [{ label: 'Delete', onRun }] });
  const boxes = grid.getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(2).click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(onRun).toHaveBeenCalledWith([1, 2], expect.any(Function));
  await page.getByRole('searchbox').fill('Lift 4');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();
});

it('shows and hides columns, but never the first', async () => {
  const { path } = await show();
  await page.getByRole('button', { name: 'Adjust view' }).click();
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Title' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitemcheckbox', { name: 'Maker' }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(grid.getByRole('columnheader', { name: 'Maker' })).toBeVisible();
  expect(path()).toBe('/lifts?columns=title%2Cfloors%2Cmaker');
});

it('is a list of cards on a phone, whose links open the rows', async () => {
  const { path } = await show({ bulkActions: [{ label: 'Delete', onRun: vi.fn() }] }, { size: phone });
  const list = page.getByRole('list', { name: 'Lifts' });
  await expect.element(list.getByRole('checkbox', { name: 'Select Lift 3' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await list.getByRole('link', { name: 'Lift 3', exact: true }).click();
  await expect.poll(path).toBe('/lifts/3');
});

it('distinguishes an empty list from a search without results', async () => {
  const { lastQuery } = await show({ empty: <p>Create the first lift.</p> }, { path: '/lifts?q=zzz' });
  await expect.element(page.getByText('No results')).toBeVisible();
  expect(lastQuery()?.search).toBe('zzz');
});
