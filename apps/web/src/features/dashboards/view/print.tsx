import { GlobalStyles } from '@mui/material';

export { usePrint } from '../../../ui/page/use-print.ts';

const styles = {
  '@page': { size: 'A4 landscape', margin: '10mm' },
  '@media print': {
    'html, body': { background: 'transparent !important', printColorAdjust: 'exact' },
    // Hides drawer, toolbar, footer, messages and all controls; the time range stays.
    '.MuiDrawer-root, header:not(section header), footer, [role="region"][aria-live], [data-print="hide"]': {
      display: 'none !important',
    },
    'main .MuiIconButton-root, main .MuiButtonGroup-root, main .MuiButton-root:not([aria-haspopup="dialog"])': {
      display: 'none !important',
    },
    main: { padding: '0 !important' },
    '[data-widget]': { breakInside: 'avoid' },
    // Paper does not scroll: scrollable content grows with its widget, which may continue on the next sheet.
    '[data-widget]:has([data-print="grow"])': { breakInside: 'auto' },
    '[data-widget-body] > :has([data-print="grow"])': { position: 'static !important' },
    '[data-print="grow"]': { height: 'auto !important', overflow: 'visible !important' },
    '[data-print="grow"] .MuiTableContainer-root': { overflow: 'visible !important' },
    '[data-print="grow"] .MuiTable-root': { minWidth: '0 !important' },
    '[data-print="grow"] th': { position: 'static !important' },
    tr: { breakInside: 'avoid' },
    // A chart has the size of the screen; on paper it scales with its widget instead of being cropped.
    '[_echarts_instance_] > div, [_echarts_instance_] canvas, [_echarts_instance_] svg': {
      width: '100% !important',
      height: '100% !important',
    },
  },
} as const;

export const PrintStyles = () => <GlobalStyles styles={styles} />;
