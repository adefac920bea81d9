import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { loadPresentTexts } from '../lib/i18n.ts';
import { Boundary } from './feedback/Boundary.tsx';

/** A component whose code is loaded when it is first shown, for libraries that are too heavy for the first load. */
export interface Part<P extends object> {
  current: () => ComponentType<P> | LazyExoticComponent<ComponentType<P>>;
  /** Loads its code ahead of its first showing. Failures show when it is shown. */
  loadAhead: () => void;
}

/** After a failure the next attempt loads again; React's own `lazy` would remember the failure for good. */
export function partOf<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let loaded: ComponentType<P> | undefined;
  const loadNow = async () => {
    const component = await load();
    await loadPresentTexts();
    loaded = component;
    return component;
  };
  const create = () =>
    lazy(async () => {
      try {
        return { default: await loadNow() };
      } catch (cause) {
        awaited = create();
        throw cause;
      }
    });
  let awaited = create();
  return { current: () => loaded ?? awaited, loadAhead: () => void loadNow().catch(() => {}) };
}

export interface LazyPartProps<P extends object> {
  part: Part<P>;
  props: P;
  /** In the shape of what comes. */
  fallback: ReactNode;
}

function Loaded<P extends object>({ part, props, fallback }: LazyPartProps<P>) {
  // Code that is there is shown at once: React keeps whatever suspends waiting for a third of a second.
  const Current = useMemo(() => part.current(), [part]);
  return (
    <Suspense fallback={fallback}>
      <Current {...props} />
    </Suspense>
  );
}

/** Shows a part; if its code can't be loaded, its place says so and offers to try again. */
export function LazyPart<P extends object>(props: LazyPartProps<P>) {
  return (
    <Boundary>
      <Loaded {...props} />
    </Boundary>
  );
}
