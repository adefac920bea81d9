import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A screen's height ahead is soon enough for what is scrolled to. */
const margin = '60% 0px';

/** Whether something has come near the visible part of the page; paper shows all of it. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    const draw = () => flushSync(() => setNear(true));
    window.addEventListener('beforeprint', draw);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', draw);
    };
  }, [isNear, element]);
  return isNear;
}
