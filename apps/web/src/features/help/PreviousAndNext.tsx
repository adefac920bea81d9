import { Box } from '@mui/material';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import type { Guide } from './guide.ts';
import { guidePath } from './guide-order.ts';

interface NeighbourProps {
  guide: Guide;
  direction: 'previous' | 'next';
}

function Neighbour({ guide, direction }: NeighbourProps) {
  const { t } = useTranslation('help');
  const isNext = direction === 'next';
  return (
    <InternalLink
      to={guidePath(guide.name)}
      underline="none"
      color="textPrimary"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        p: 1.5,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        gridColumn: { sm: isNext ? 2 : 1 },
        flexDirection: isNext ? 'row-reverse' : 'row',
        textAlign: isNext ? 'right' : 'left',
        '&:hover': { bgcolor: 'background.raised' },
        '& > svg': { flexShrink: 0 },
      }}
    >
      {isNext ? <ArrowRight aria-hidden size="1rem" /> : <ArrowLeft aria-hidden size="1rem" />}
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
          {t(direction)}
        </Box>
        <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {guide.title}
        </Box>
      </Box>
    </InternalLink>
  );
}

/** Links to the previous and next guide. */
export function PreviousAndNext({ guides, guide }: { guides: readonly Guide[]; guide: Guide }) {
  const { t } = useTranslation('help');
  const at = guides.indexOf(guide);
  const previous = at > 0 ? guides[at - 1] : undefined;
  const next = guides[at + 1];
  return (
    <Box
      component="nav"
      aria-label={t('more')}
      data-print="hide"
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        maxWidth: '48rem',
        mt: 5,
      }}
    >
      {previous && <Neighbour guide={previous} direction="previous" />}
      {next && <Neighbour guide={next} direction="next" />}
    </Box>
  );
}
