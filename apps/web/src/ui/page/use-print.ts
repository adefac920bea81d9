import { useColorScheme } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Prints with light colours in every mode; charts are rendered for it and back again. */
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
    // After two frames the charts have been rendered in the colours for paper.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
}
