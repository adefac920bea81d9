import { noSession } from '@stellwerk/contract/session';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  contributionsAreLoaded,
  defineSlot,
  loadContributions,
  namespacesOf,
  offeredEntries,
  provideContributions,
  type SlotEntry,
} from './slots.ts';

interface Entry {
  id: string;
  position: number;
  label?: string;
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

describe('a slot', () => {
  beforeEach(() => provideContributions(async () => []));

  it('is empty until contributions are loaded', async () => {
    const slot = defineSlot<Entry>('test');
    provideContributions(async () => [slot.contribute({ id: 'one', position: 1 })]);
    expect([contributionsAreLoaded(), idsOf(slot.entries())]).toEqual([false, []]);
    await loadContributions();
    expect([contributionsAreLoaded(), idsOf(slot.entries())]).toEqual([true, ['one']]);
  });

  it('sorts entries by position, not by the order of the features', async () => {
    const slot = defineSlot<Entry>('test');
    provideContributions(async () => [
      slot.contribute({ id: 'rules', position: 400 }),
      slot.contribute({ id: 'states', position: 200 }),
      slot.contribute({ id: 'alarms', position: 300 }),
    ]);
    await loadContributions();
    expect(idsOf(slot.entries())).toEqual(['states', 'alarms', 'rules']);
  });

  it('contains an entry once, however often it is registered', async () => {
    const slot = defineSlot<Entry>('test');
    const contribution = slot.contribute({ id: 'states', position: 1 });
    provideContributions(async () => [contribution, contribution]);
    await loadContributions();
    expect(idsOf(slot.entries())).toEqual(['states']);
  });

  it('keeps the entries of other slots apart', async () => {
    const [tabs, actions] = [defineSlot<Entry>('tabs'), defineSlot<Entry>('actions')];
    provideContributions(async () => [tabs.contribute({ id: 'one', position: 1 })]);
    await loadContributions();
    expect([tabs.entries().length, actions.entries().length]).toEqual([1, 0]);
  });
});

describe('offeredEntries', () => {
  const entries: SlotEntry<{ kind: string }>[] = [
    { id: 'open', position: 1 },
    { id: 'rules', position: 2, permission: 'DigitalTwin.read' },
    { id: 'share', position: 3, isOffered: ({ kind }) => kind === 'twin' },
  ];
  const reader = { ...noSession, abilities: ['DigitalTwin.read'] };

  it('leave out entries whose permission the user lacks', () => {
    expect(idsOf(offeredEntries(entries, noSession, { kind: 'twin' }))).toEqual(['open', 'share']);
    expect(idsOf(offeredEntries(entries, undefined, { kind: 'twin' }))).toEqual(['open', 'share']);
  });

  it('leave out entries that the object does not have', () => {
    expect(idsOf(offeredEntries(entries, reader, { kind: 'device' }))).toEqual(['open', 'rules']);
    expect(idsOf(offeredEntries(entries, reader, { kind: 'twin' }))).toEqual(['open', 'rules', 'share']);
  });
});

describe('loadContributions', () => {
  it('loads once, and again after a failure', async () => {
    let attempts = 0;
    provideContributions(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('offline');
      return [];
    });
    await expect(loadContributions()).rejects.toThrow('offline');
    await loadContributions();
    await loadContributions();
    expect(attempts).toBe(2);
  });
});

describe('namespacesOf', () => {
  it('lists the namespaces of labels once', () => {
    expect(namespacesOf([{ label: 'states:title' }, { label: 'states:tab' }, { label: 'alarms:tab' }, {}])).toEqual([
      'states',
      'alarms',
    ]);
  });
});
