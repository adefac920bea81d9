import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import { Boundary } from './feedback/Boundary.tsx';

/** A component whose code is loaded when it is first shown, for libraries that are too heavy for the first load. */
export interface Part<P extends object> {
  current: () => LazyExoticComponent<ComponentType<P>>;
}

/** After a failure the next attempt loads again; React's own `lazy` would remember the failure for good. */
export function partOf<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        current = create();
        throw cause;
      }
    });
  let current = create();
  return { current: () => current };
}

export interface LazyPartProps<P extends object> {
  part: Part<P>;
  props: P;
  /** In the shape of what comes. */
  fallback: ReactNode;
}

function Loaded<P extends object>({ part, props, fallback }: LazyPartProps<P>) {
  const Current = part.current();
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
