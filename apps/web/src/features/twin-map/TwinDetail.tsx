import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { TwinTiles } from '../states/index.ts';
import { BelowChip, TwinIcon, useTwin } from '../twins/index.ts';

/** A twin in the panel of a map: its living tiles, and the way to its page. */
export function TwinDetail({ twinId }: { twinId: number }) {
  const { t } = useTranslation('twin-map');
  const { data: twin, error, refetch } = useTwin(twinId);
  if (error && !twin) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!twin) return <Skeletons shape="cards" count={2} />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <TwinIcon twin={twin} />
        <StatusChip status={twin.status} />
        <BelowChip below={twin.below} />
        <InternalLink to={`/digitaltwin-mgmt/${twinId}`}>{t('panel.open')}</InternalLink>
      </Box>
      {twin.address && <Typography color="textSecondary">{twin.address}</Typography>}
      <TwinTiles twinId={twinId} abilities={twin.abilities} />
    </Box>
  );
}
