import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { PublicChildren } from './PublicChildren.tsx';
import { PublicFrame, usePlace } from './PublicFrame.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import { PublicTiles } from './PublicTiles.tsx';
import { type Place, type PublicTwin, usePublicImage } from './public-twin.queries.ts';

/** Read from across the room: everything grows on displays that are larger than a desk needs. */
const wallSizes = {
  '@media (min-width: 2400px)': { zoom: 1.35 },
  '@media (min-width: 3200px)': { zoom: 1.8 },
};

function Page({ twin, place }: { twin: PublicTwin; place: Place }) {
  const { t } = useTranslation('twin-sharing');
  const id = useId();
  const background = usePublicImage(place, 'background', twin.hasBackgroundImage);
  const image = {
    backgroundImage: `url("${background}")`,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
    backgroundAttachment: 'fixed',
  };
  return (
    <Box sx={{ minHeight: '100dvh', ...(background ? image : {}) }}>
      <Box sx={wallSizes}>
        <PublicHeader twin={twin} shareKey={place.shareKey} view="tiles" />
        <Box component="main" sx={{ display: 'grid', gap: 3, p: { xs: 2, md: 3 } }}>
          <section aria-labelledby={id}>
            <Typography variant="h2" id={id} sx={visuallyHidden}>
              {t('public.values')}
            </Typography>
            <PublicTiles twin={twin} place={place} />
          </section>
          <PublicChildren twin={twin} shareKey={place.shareKey} />
        </Box>
      </Box>
    </Box>
  );
}

/** A shared twin for everybody: its values as tiles, and the way to what lies below. */
export function PublicTilesPage() {
  const place = usePlace();
  return <PublicFrame place={place}>{(twin) => <Page twin={twin} place={place} />}</PublicFrame>;
}
