import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../../../lib/when-idle.ts';

/** One screen height ahead is early enough for scrolling. */
const margin = '60% 0px';

/**
 * Whether an element is near the viewport; printing shows everything. Widgets outside wait until the visible ones have
 * rendered.
 */
export function useIsNearViewport(element: RefObject<HTMLElement | null>, isAwaited: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    let callOff = () => {};
    const observer = new IntersectionObserver(
      ([entry]) => {
        callOff();
        if (!entry?.isIntersecting) return;
        const { top, bottom } = entry.boundingClientRect;
        if (bottom > 0 && top < window.innerHeight) setNear(true);
        else if (!isAwaited) callOff = whenIdle(() => setNear(true));
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    const draw = () => flushSync(() => setNear(true));
    window.addEventListener('beforeprint', draw);
    return () => {
      callOff();
      observer.disconnect();
      window.removeEventListener('beforeprint', draw);
    };
  }, [isNear, element, isAwaited]);
  return isNear;
}
