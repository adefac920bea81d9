import { useSyncExternalStore } from 'react';

/** The overlay: the palette, the list of shortcuts, or none. */
export type PaletteView = 'search' | 'keys' | undefined;

let view: PaletteView;
const listeners = new Set<() => void>();

export const paletteStore = {
  show(next: PaletteView): void {
    view = next;
    for (const listener of listeners) listener();
  },
  current: (): PaletteView => view,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const usePaletteView = (): PaletteView => useSyncExternalStore(paletteStore.subscribe, paletteStore.current);
