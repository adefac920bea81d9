import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, Kept, render } from '../../testing/render.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { PickDialog } from './PickDialog.tsx';
import { TreePicker, type TreePickerProps } from './TreePicker.tsx';
import type { NodeId } from './tree-rows.ts';
import type { TreeSource } from './use-tree-pages.ts';

const children: Record<string, string[]> = {
  top: ['Campus', 'Depot', 'Works'],
  Campus: ['Hall', 'Library'],
  Hall: ['Lift 1', 'Lift 2', 'Lift 3'],
};
const source: TreeSource = async (parentId, { offset, limit }) => {
  const all = children[String(parentId ?? 'top')] ?? [];
  const data = all.slice(offset, offset + limit).map((label) => ({ id: label, label, hasChildren: label in children }));
  return { data, total: all.length };
};

const tree = page.getByRole('tree', { name: 'Places' });
const item = (name: string) => tree.getByRole('treeitem', { name, exact: true });

/** The tree keeps the focus and references its active item. */
const activeItem = () =>
  document.getElementById(tree.element().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function show(props: Partial<TreePickerProps> = {}) {
  const onSelect = vi.fn();
  await render(
    <Kept<NodeId[]> initial={[]}>
      {(selected, change) => (
        <TreePicker
          label="Places"
          source={source}
          selected={selected}
          onSelect={(ids) => {
            onSelect(ids);
            change(ids);
          }}
          {...props}
        />
      )}
    </Kept>,
  );
  await focus(tree);
  return onSelect;
}

it('opens, closes and moves by arrow keys, Home and End', async () => {
  await show();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item('Campus')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(item('Library')).toHaveAttribute('aria-level', '2');
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(activeItem).toBe('Hall');
  await userEvent.keyboard('{End}');
  await expect.poll(activeItem).toBe('Works');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.element(item('Campus')).toHaveAttribute('aria-expanded', 'false');
});

it('finds an item by its first letters', async () => {
  await show();
  await userEvent.keyboard('wo');
  await expect.poll(activeItem).toBe('Works');
});

it('selects by the space key, and opens by Enter', async () => {
  const onOpen = vi.fn();
  const onSelect = await show({ onOpen });
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(item('Depot')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(['Depot']);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('Depot');
});

it('adds to and removes from a selection of several', async () => {
  const onSelect = await show({ multiple: true });
  await userEvent.keyboard(' {ArrowDown} {Home} ');
  await expect.poll(() => onSelect.mock.calls).toEqual([[['Campus']], [['Campus', 'Depot']], [['Depot']]]);
  await expect.element(item('Depot')).toBeChecked();
});

it('loads further children on demand', async () => {
  await show({ pageSize: 2, defaultExpanded: ['Campus', 'Hall'] });
  const more = tree.getByRole('treeitem', { name: 'Load 1 more' });
  await more.first().click();
  await expect.element(item('Lift 3')).toBeInTheDocument();
});

it('moves by cut and paste, and by buttons', async () => {
  const onMove = vi.fn(async () => undefined);
  await show({ onMove });
  await userEvent.keyboard('{End}{Control>}x{/Control}');
  await expect.element(page.getByRole('status')).toMatchTextContent('Moving “Works”');
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByRole('button', { name: 'Move into “Campus”' })).toBeVisible();
  await userEvent.keyboard('{Control>}v{/Control}');
  await expect.poll(() => onMove).toHaveBeenCalledWith(expect.objectContaining({ id: 'Works', toParentId: 'Campus' }));
});

it('forgets a cut by Escape', async () => {
  const onMove = vi.fn(async () => undefined);
  await show({ onMove });
  await userEvent.keyboard('{Control>}x{/Control}{Escape}');
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  expect(onMove).not.toHaveBeenCalled();
});

it('loads again after a failure', async () => {
  let isBroken = true;
  const failing: TreeSource = (parentId, range, signal) =>
    parentId !== null && isBroken ? Promise.reject(new Error('away')) : source(parentId, range, signal);
  await show({ source: failing });
  await userEvent.keyboard('{ArrowRight}');
  const retry = tree.getByRole('treeitem', { name: 'Loading failed. Try again' });
  await expect.element(retry).toBeVisible();
  isBroken = false;
  await retry.click();
  await expect.element(item('Hall')).toBeVisible();
});

it('in a dialog fills a field', async () => {
  await render(
    <Kept initial="">
      {(shown, change) => (
        <ChoiceField
          label="Place"
          shown={shown}
          placeholder="None"
          openLabel="Choose a place"
          dialog={(close) => (
            <PickDialog<string> title="Choose a place" chooseLabel="Choose" onChoose={change} onClose={close}>
              {(picked, pick) => (
                <TreePicker
                  label="Places"
                  source={source}
                  selected={picked === undefined ? [] : [picked]}
                  onSelect={([id]) => pick(id === undefined ? undefined : String(id))}
                />
              )}
            </PickDialog>
          )}
        />
      )}
    </Kept>,
  );
  await focus(page.getByRole('button', { name: 'Choose a place' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Choose a place' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Choose', exact: true })).toBeDisabled();
  await item('Depot').click();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Place' })).toHaveValue('Depot');
});
