import { keyframes } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { useState } from 'react';

const pulse = keyframes`
  from { background-color: var(--pulse-colour); }
  to { background-color: transparent; }
`;

/**
 * A pulse for a live update: counts changes of the mark since the first render, so that only a change pulses. The count
 * is the `key` of the pulsing element, because an element plays its animation once. With `isNews` the element also
 * pulses on its first render.
 */
export function usePulse(mark: unknown, isNews = false) {
  const [state, setState] = useState({ mark, changes: isNews ? 1 : 0 });
  if (!Object.is(state.mark, mark)) setState({ mark, changes: state.changes + 1 });
  return {
    changes: state.changes,
    sx: {
      '--pulse-colour': (theme: Theme) => theme.vars?.palette.primary.soft,
      ...(state.changes > 0 ? { animation: `${pulse} 180ms ease-out` } : {}),
    },
  };
}
