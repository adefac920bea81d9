import { useEffect } from 'react';
import { isTyping } from '../../ui/input/is-typing.ts';
import { LazyPart, partOf } from '../../ui/lazy-part.tsx';
import { viewOfKeys } from './keys.ts';
import type { PaletteProps } from './Palette.tsx';
import { paletteStore, usePaletteView } from './palette-store.ts';
import { useRecorder } from './use-recent.ts';

/** Its code arrives with the first use. */
const palettePart = partOf(() => import('./Palette.tsx').then((module) => module.Palette));

/** For whoever is about to open it. */
export const preloadPalette = palettePart.loadAhead;

interface PaletteHostProps extends Pick<PaletteProps, 'screens' | 'session'> {
  /** What the page is called before its object is there. */
  screenTitle: string | undefined;
}

/** Hears the keys on every page behind the login, and remembers what was opened. */
export function PaletteHost({ screenTitle, ...props }: PaletteHostProps) {
  const view = usePaletteView();
  useRecorder(props.session.user?.id, screenTitle);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const asked = viewOfKeys(event, isTyping(event.target));
      if (!asked) return;
      event.preventDefault();
      event.stopPropagation();
      // The same keys close it again.
      paletteStore.show(asked === paletteStore.current() ? undefined : asked);
    };
    // Before editors and fields, which have uses of their own for the same keys.
    document.addEventListener('keydown', listen, { capture: true });
    return () => {
      document.removeEventListener('keydown', listen, { capture: true });
      paletteStore.show(undefined);
    };
  }, []);
  // What is typed before it is there would be lost: it comes as soon as the page has nothing better to do.
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
