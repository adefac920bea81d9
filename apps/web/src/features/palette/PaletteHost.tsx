import { useEffect } from 'react';
import { isTyping } from '../../ui/input/is-typing.ts';
import { LazyPart, partOf } from '../../ui/lazy-part.tsx';
import type { PaletteProps } from './Palette.tsx';
import { viewOfKeys } from './palette-keys.ts';
import { paletteStore, usePaletteView } from './palette-store.ts';
import { useRecorder } from './use-recent.ts';

/** The palette's code loads with its first use. */
const palettePart = partOf(() => import('./Palette.tsx').then((module) => module.Palette));

/** Called on hover and focus of the button. */
export const preloadPalette = palettePart.loadAhead;

interface PaletteHostProps extends Pick<PaletteProps, 'screens' | 'session'> {
  /** Title of the page before its object has loaded. */
  screenTitle: string | undefined;
}

/** Listens to the shortcuts on every page behind the login, and records opened objects. */
export function PaletteHost({ screenTitle, ...props }: PaletteHostProps) {
  const view = usePaletteView();
  useRecorder(props.session.user?.id, screenTitle);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const asked = viewOfKeys(event, isTyping(event.target));
      if (!asked) return;
      event.preventDefault();
      event.stopPropagation();
      // The same shortcut closes it again.
      paletteStore.show(asked === paletteStore.current() ? undefined : asked);
    };
    // Before editors and fields, which use some of the same shortcuts.
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      document.removeEventListener('keydown', listen, { capture: true });
      paletteStore.show(undefined);
    };
  }, []);
  // Text that is typed before the palette has loaded would be lost, so it is preloaded when the browser is idle.
  useEffect(() => {
    const timer = setTimeout(preloadPalette, 2_000);
    return () => clearTimeout(timer);
  }, []);
  if (!view) return null;
  return (
    <LazyPart
      part={palettePart}
      props={{ ...props, view, onClose: () => paletteStore.show(undefined) }}
      fallback={null}
    />
  );
}
