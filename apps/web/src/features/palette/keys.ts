import type { PaletteView } from './palette-store.ts';

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** There Ctrl-K deletes the rest of a line in every field. */
export const isApple = (platform: string = navigator.platform): boolean => /^(Mac|iPhone|iPad)/.test(platform);

/** What the keys ask for; undefined where they mean nothing to us. While somebody is typing, single ones don't. */
export function viewOfKeys(event: Keys, isTyping: boolean, apple: boolean = isApple()): PaletteView {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) return undefined;
  const hasModifier = apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key.toLowerCase() === 'k' && hasModifier && !shiftKey) return 'search';
  return key === '?' && !ctrlKey && !metaKey && !isTyping ? 'keys' : undefined;
}
