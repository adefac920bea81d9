import { GlobalStyles, useColorScheme } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

const styles = {
  '@page': { size: 'A4 landscape', margin: '10mm' },
  '@media print': {
    'html, body': { background: 'transparent !important', printColorAdjust: 'exact' },
    // Drawer, toolbar, footer, messages and everything that waits for a click; the time range stays.
    '.MuiDrawer-root, header:not(section header), footer, [role="region"][aria-live], [data-print="hide"]': {
      display: 'none !important',
    },
    'main .MuiIconButton-root, main .MuiButtonGroup-root, main .MuiButton-root:not([aria-haspopup="dialog"])': {
      display: 'none !important',
    },
    main: { padding: '0 !important' },
    '[data-widget]': { breakInside: 'avoid' },
    // A chart has the size of the screen; on paper it follows its widget instead of being cut.
    '[_echarts_instance_] > div, [_echarts_instance_] canvas, [_echarts_instance_] svg': {
      width: '100% !important',
      height: '100% !important',
    },
  },
} as const;

/** How a dashboard looks on paper. */
export const PrintStyles = () => <GlobalStyles styles={styles} />;

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
