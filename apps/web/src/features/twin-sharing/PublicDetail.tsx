import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { BelowChip, TwinIcon } from '../twins/index.ts';
import { PublicTiles } from './PublicTiles.tsx';
import { pathTo } from './public-path.ts';
import { type Place, usePublicTwin } from './public-twin.queries.ts';

/** A twin in the panel of a shared map. */
export function PublicDetail({ place }: { place: Place }) {
  const { t } = useTranslation('twin-sharing');
  const { data: twin, error, refetch } = usePublicTwin(place);
  if (error && !twin) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!twin) return <Skeletons shape="cards" count={2} />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <TwinIcon twin={{ icon: '', type: twin.type }} />
        <StatusChip status={twin.status} />
        <BelowChip below={twin.below} />
        <InternalLink to={pathTo('tiles', place.shareKey, twin.id)}>{t('view.tiles')}</InternalLink>
      </Box>
      <PublicTiles twin={twin} place={place} />
    </Box>
  );
}
