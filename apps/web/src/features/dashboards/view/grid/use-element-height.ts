import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of an element; in rows of unequal widgets the lower ones stretch. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number | undefined {
  const [heightPx, setHeightPx] = useState<number>();
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setHeightPx(Math.floor(entry.contentRect.height)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return heightPx;
}
