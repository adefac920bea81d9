import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { loadPresentTexts } from '../lib/i18n.ts';
import { ErrorBoundary } from './feedback/ErrorBoundary.tsx';

/** A component whose code is loaded when it is first shown, for libraries that are too heavy for the first load. */
export interface Part<P extends object> {
  current: () => ComponentType<P> | LazyExoticComponent<ComponentType<P>>;
  /** Preloads the code. A failure appears when the component is shown. */
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
  /** In the shape of the component. */
  fallback: ReactNode;
}

function Loaded<P extends object>({ part, props, fallback }: LazyPartProps<P>) {
  // Loaded code renders at once: React would keep a suspended component hidden for a third of a second.
  const Current = useMemo(() => part.current(), [part]);
  return (
    <Suspense fallback={fallback}>
      <Current {...props} />
    </Suspense>
  );
}

/** Shows a lazy component; if its code cannot be loaded, offers a retry in its place. */
export function LazyPart<P extends object>(props: LazyPartProps<P>) {
  return (
    <ErrorBoundary>
      <Loaded {...props} />
    </ErrorBoundary>
  );
}
