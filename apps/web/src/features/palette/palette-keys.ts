import type { PaletteView } from './palette-store.ts';

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** On a Mac, Ctrl-K deletes the rest of a line in every field. */
export const isApple = (platform: string = navigator.platform): boolean => /^(Mac|iPhone|iPad)/.test(platform);

/**
 * The view that a key opens; undefined for other keys. Shortcuts of a single key are ignored while the user is typing.
 */
export function viewOfKeys(event: Keys, isTyping: boolean, apple: boolean = isApple()): PaletteView {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) return undefined;
  const hasModifier = apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key.toLowerCase() === 'k' && hasModifier && !shiftKey) return 'search';
  return key === '?' && !ctrlKey && !metaKey && !isTyping ? 'keys' : undefined;
}
