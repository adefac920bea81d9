import { useState } from 'react';

/** A question that a running save waits for. */
export function useQuestion<Answer>() {
  const [waiting, setWaiting] = useState<{ resolve: (answer: Answer) => void }>();
  return {
    ask: () => new Promise<Answer>((resolve) => setWaiting({ resolve })),
    isOpen: waiting !== undefined,
    answer: (given: Answer) => {
      setWaiting(undefined);
      waiting?.resolve(given);
    },
  };
}
