import { Box, Button, Paper, Typography } from '@mui/material';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useGo } from '../../ui/navigation/use-go.ts';
import { useFavourites } from '../twins/index.ts';
import { FavouriteGrid } from './FavouriteGrid.tsx';

function NoFavourites() {
  const { t } = useTranslation('home');
  const { go } = useGo();
  const hasTwins = useCan('DigitalTwin.read');
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={Star}
        title={t('empty.title')}
        description={t('empty.text')}
        action={hasTwins && <Button onClick={() => go('/digitaltwin-mgmt')}>{t('empty.action')}</Button>}
      />
    </Paper>
  );
}

function Favourites() {
  const { data, error, refetch } = useFavourites();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="cards" count={4} />;
  if (data.data.length === 0) return <NoFavourites />;
  return <FavouriteGrid favourites={data.data} />;
}

/** The user's favourites, where they put them. */
export function HomePage() {
  const { t } = useTranslation('home');
  const user = useSession()?.user;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="h1">{t('greeting', { name: user?.firstName || user?.username })}</Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{t('purpose')}</Typography>
      </Box>
      <Favourites />
    </Box>
  );
}
