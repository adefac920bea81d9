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
import { Neighbours } from './Neighbours.tsx';

/** On paper the text alone. */
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

/** The router names places inside a page as the address spells them. */
function anchorIn(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** A guide with its contents at the side, the way on below it, and the eyes where the address points. */
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
      // The page stays the same for the shell: without this the focus would remain on a link that is gone.
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
      <Neighbours guides={guides} guide={guide} />
    </Page>
  );
}
