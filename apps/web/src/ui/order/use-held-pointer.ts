import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Point } from './reorder.ts';

interface Held {
  onMove: (point: Point) => void;
  /** Let go, or given up: by Escape, or because the browser took the pointer for something else. */
  onEnd: (isDone: boolean) => void;
}

/** Follows the pointer on the whole window while something is held: what was grabbed may move away from under it. */
export function useHeldPointer(isHeld: boolean, { onMove, onEnd }: Held): void {
  const move = useEffectEvent(({ clientX, clientY }: PointerEvent) => onMove({ x: clientX, y: clientY }));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isHeld) return;
    const listening = new AbortController();
    const { signal } = listening;
    // Drawn at once: whoever lets go in the same moment means where the pointer was last.
    window.addEventListener('pointermove', (event) => flushSync(() => move(event)), { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
    return () => listening.abort();
  }, [isHeld]);
}
