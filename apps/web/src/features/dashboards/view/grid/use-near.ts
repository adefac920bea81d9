import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../../../lib/idle.ts';

/** A screen's height ahead is soon enough for what is scrolled to. */
const margin = '60% 0px';

/**
 * Whether something has come near the visible part of the page; paper shows all of it. What is not in sight yet waits
 * until what is has been drawn.
 */
export function useNear(element: RefObject<HTMLElement | null>, isAwaited: boolean): boolean {
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
