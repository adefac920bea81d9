import { useColorScheme } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Paper is light, whatever the screen is; charts are drawn anew for it and back again. */
export function usePrint(): () => void {
  const { mode, setMode } = useColorScheme();
  const before = useRef<typeof mode>(undefined);
  const brighten = useEffectEvent(() => {
    if (before.current !== undefined) return;
    before.current = mode;
    if (mode !== 'light') flushSync(() => setMode('light'));
  });
  const restore = useEffectEvent(() => {
    if (before.current !== undefined && before.current !== 'light') setMode(before.current);
    before.current = undefined;
  });
  useEffect(() => {
    const begin = () => brighten();
    const end = () => restore();
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return () => {
    before.current = mode;
    if (mode !== 'light') setMode('light');
    // Two frames later the charts have been drawn in the colours of paper.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
}
