import { useState } from 'react';
import type { ConflictAnswer } from './ConflictDialog.tsx';

/** A question that a running save waits for. */
export function useConflict() {
  const [waiting, setWaiting] = useState<{ resolve: (answer: ConflictAnswer) => void }>();
  return {
    ask: () => new Promise<ConflictAnswer>((resolve) => setWaiting({ resolve })),
    isOpen: waiting !== undefined,
    answer: (given: ConflictAnswer) => {
      setWaiting(undefined);
      waiting?.resolve(given);
    },
  };
}
