import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus, Kept, render } from '../../testing/render.tsx';
import { useReorder } from './use-reorder.ts';

interface ListProps {
  ids: readonly string[];
  onOrder: (ids: string[]) => void;
}

function Names({ ids, onOrder }: ListProps) {
  const { order, rowRef, handle } = useReorder(ids, onOrder);
  return (
    <ul>
      {order.map((id) => (
        <li key={id} ref={rowRef(id)} style={{ height: 40 }}>
          <button type="button" aria-label={`Move ${id}`} style={{ width: 80, height: 40 }} {...handle(id)}>
            {id}
          </button>
        </li>
      ))}
    </ul>
  );
}

const handleOf = (id: string) => page.getByRole('button', { name: `Move ${id}` });
const names = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

async function show() {
  const onOrder = vi.fn();
  await render(
    <Kept initial={['a', 'b', 'c', 'd']}>
      {(ids, change) => (
        <Names
          ids={ids}
          onOrder={(next) => {
            onOrder(next);
            change(next);
          }}
        />
      )}
    </Kept>,
  );
  return onOrder;
}

it('moves an item by arrow keys, Home and End, and the handle keeps the focus', async () => {
  await show();
  await focus(handleOf('a'));
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(names).toEqual(['b', 'a', 'c', 'd']);
  await expect.element(handleOf('a')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.poll(names).toEqual(['b', 'c', 'd', 'a']);
  await userEvent.keyboard('{Home}');
  await expect.poll(names).toEqual(['a', 'b', 'c', 'd']);
  await expect.element(handleOf('a')).toHaveFocus();
});

it('reports no order without a change', async () => {
  const onOrder = await show();
  await focus(handleOf('a'));
  await userEvent.keyboard('{ArrowUp}');
  expect(onOrder).not.toHaveBeenCalled();
});

it('moves an item by the pointer', async () => {
  const onOrder = await show();
  await userEvent.dragAndDrop(handleOf('a'), handleOf('c'), { steps: 10 });
  await expect.poll(() => onOrder.mock.lastCall?.[0]).toEqual(['b', 'c', 'a', 'd']);
});
