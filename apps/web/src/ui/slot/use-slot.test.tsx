import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { defineSlot, loadContributions, provideContributions, type SlotEntry } from '../../lib/slots.ts';
import { render } from '../../testing/render.tsx';
import { useSlotEntries } from './use-slot.tsx';

const slot = defineSlot<SlotEntry<object>>('test');

function Entries() {
  const entries = useSlotEntries(slot, {});
  return (
    <ul>
      {entries.map(({ id }) => (
        <li key={id}>{id}</li>
      ))}
    </ul>
  );
}

afterEach(() => provideContributions(async () => []));

it('waits for entries that are not loaded yet', async () => {
  const loaded = Promise.withResolvers<void>();
  provideContributions(async () => {
    await loaded.promise;
    return [slot.contribute({ id: 'tickets', position: 1 })];
  });
  const shown = render(<Entries />);
  loaded.resolve();
  await shown;
  // React reports on the console if a component suspends in some renders only.
  await expect.element(page.getByRole('listitem')).toMatchTextContent('tickets');
});

it('renders at once when the entries are loaded', async () => {
  provideContributions(async () => [slot.contribute({ id: 'tickets', position: 1 })]);
  await loadContributions();
  await render(<Entries />);
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
});
