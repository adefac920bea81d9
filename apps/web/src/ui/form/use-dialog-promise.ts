import { useState } from 'react';

/** A question in a dialog that a running save awaits. */
export function useDialogPromise<Answer>() {
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
