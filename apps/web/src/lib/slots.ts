import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { Session } from '@stellwerk/contract/session';
import { can } from './abilities.ts';
import { i18n } from './i18n.ts';

/** One tab, action, panel or other entry that a feature adds to a page of another feature. */
export interface SlotEntry<Context> {
  /** Unique in the slot. The address contains the id of a tab or view. */
  id: string;
  /** Entries are sorted by position, together with the page's own entries. */
  position: number;
  /** Permission of the routes that the entry calls: users without it don't see the entry. */
  permission?: PermissionRule;
  /** Whether the object of the page has this entry. */
  isOffered?: (context: Context) => boolean;
  /** Text key with its namespace, such as `states:title`. */
  label?: string;
}

interface AnyEntry {
  id: string;
  position: number;
  label?: string;
  content?: { loadAhead: () => void };
}

/** An entry together with its slot, as `features/<noun>/contributions.ts` lists it. */
export interface Contribution {
  slot: string;
  entry: AnyEntry;
  register: () => void;
}

export interface Slot<Entry> {
  name: string;
  contribute: (entry: Entry) => Contribution;
  /** Sorted by position. */
  entries: () => readonly Entry[];
}

/** A slot whose entries can only be read, so that slots of all types fit into one list. */
export type AnySlot = Pick<Slot<AnyEntry>, 'name' | 'entries'>;

/** A place on a page of the defining feature. Other features contribute entries without a change to the page. */
export function defineSlot<Entry extends AnyEntry>(name: string): Slot<Entry> {
  const entries = new Map<string, Entry>();
  let sorted: readonly Entry[] = [];
  return {
    name,
    contribute: (entry) => ({
      slot: name,
      entry,
      register: () => {
        entries.set(entry.id, entry);
        sorted = [...entries.values()].sort((a, b) => a.position - b.position);
      },
    }),
    entries: () => sorted,
  };
}

/** The entries that the user may see and the object has. The server checks the permission of each call again. */
export const offeredEntries = <Context, Entry extends SlotEntry<Context>>(
  entries: readonly Entry[],
  session: Session | undefined,
  context: Context,
): Entry[] =>
  entries.filter(
    ({ permission, isOffered }) => (!permission || can(session, permission)) && (isOffered?.(context) ?? true),
  );

let loader: () => Promise<readonly Contribution[]> = async () => [];
let loading: Promise<void> | undefined;
let isLoaded = false;

/** The app sets where contributions come from; without a call, as in the public entry, all slots are empty. */
export function provideContributions(load: () => Promise<readonly Contribution[]>): void {
  loader = load;
  loading = undefined;
  isLoaded = false;
}

async function registerAll(): Promise<void> {
  for (const { register } of await loader()) register();
  isLoaded = true;
}

/** Loads the contributions once; after a failure the next call tries again. */
export function loadContributions(): Promise<void> {
  if (loading) return loading;
  const started = registerAll().then(
    () => {
      // As React itself marks a promise that it has awaited: components then render without suspending.
      Object.assign(started, { status: 'fulfilled', value: undefined });
    },
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  loading = started;
  return started;
}

export const contributionsAreLoaded = () => isLoaded;

export const namespacesOf = (entries: readonly Pick<AnyEntry, 'label'>[]): string[] => [
  ...new Set(entries.flatMap(({ label }) => label?.split(':')[0] ?? [])),
];

/** Loads the entries of a page's slots with the texts of their labels, and starts to load their code. */
export async function loadSlots(slots: readonly AnySlot[]): Promise<void> {
  if (slots.length === 0) return;
  await loadContributions();
  const entries = slots.flatMap((slot) => slot.entries());
  for (const { content } of entries) content?.loadAhead();
  await i18n.loadNamespaces(namespacesOf(entries));
}
