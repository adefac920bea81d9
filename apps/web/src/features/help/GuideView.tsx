import { GlobalStyles, Typography, useMediaQuery } from '@mui/material';
import { useLocation } from '@tanstack/react-router';
import { Printer, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page/Page.tsx';
import { usePrint } from '../../ui/page/use-print.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { Contents } from './Contents.tsx';
import { GuideText } from './GuideText.tsx';
import type { Guide } from './guide.ts';
import { PreviousAndNext } from './PreviousAndNext.tsx';

/** Prints the text alone. */
const printed = {
  '@media print': {
    'html, body': { background: 'transparent !important' },
    '.MuiDrawer-root, header, footer, [data-print="hide"], main .MuiButton-root, main .MuiIconButton-root': {
      display: 'none !important',
    },
    main: { padding: '0 !important' },
    'main section': { border: '0 !important' },
  },
} as const;

/** The router keeps the anchor in its encoded form. */
function anchorIn(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** A guide with its contents at the side and links to its neighbours; scrolls to the anchor in the address. */
export function GuideView({ guides, guide }: { guides: readonly Guide[]; guide: Guide }) {
  const { t } = useTranslation('help');
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const location = useLocation();
  const print = usePrint();
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(guide.name);

  useEffect(() => {
    const anchor = anchorIn(location.hash);
    const target = anchor === '' ? null : document.getElementById(anchor);
    if (target) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else if (shown.current !== guide.name) {
      // The shell does not see a page change here: without this the focus would remain on a removed link.
      title.current?.focus({ preventScroll: true });
    }
    shown.current = guide.name;
  }, [location, guide.name]);

  return (
    <Page
      id="guide"
      title={guide.title}
      heading={
        <Typography variant="h1" ref={title} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          {guide.title}
        </Typography>
      }
      secondary={[
        { label: t('all'), icon: Undo2, to: '/help', prominent: true },
        { label: t('print'), icon: Printer, onClick: print },
      ]}
      side={isWide ? <Contents guide={guide} /> : undefined}
    >
      <GlobalStyles styles={printed} />
      <Card>
        <GuideText guide={guide} />
      </Card>
      <PreviousAndNext guides={guides} guide={guide} />
    </Page>
  );
}
