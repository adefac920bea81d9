import { Box, Paper, Typography } from '@mui/material';
import { listAlarms } from '@stellwerk/contract/alarm';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { DemoNotice } from '../demo/index.ts';
import { useFavourites } from '../favourites/index.ts';
import { HeldDeliveriesNotice } from '../outbox/index.ts';
import { FavouriteGrid } from './FavouriteGrid.tsx';
import { ErrorStrip } from './start/ErrorStrip.tsx';
import { LiveAlarms } from './start/LiveAlarms.tsx';
import { StarHint } from './start/StarHint.tsx';
import { StartBlocks } from './start/StartBlocks.tsx';
import { WaitingMails } from './start/WaitingMails.tsx';

function Content() {
  const { data, error, refetch } = useFavourites();
  const readsAlarms = useCan(listAlarms.permission);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="cards" count={8} />;
  return (
    <>
      {readsAlarms && <LiveAlarms />}
      {data.length === 0 ? (
        <StartBlocks />
      ) : (
        <>
          {readsAlarms && <ErrorStrip />}
          <FavouriteGrid favourites={data} />
          <StarHint isFramed={false} />
        </>
      )}
    </>
  );
}

/** The user's favourites in their own order; without favourites, blocks for new users. */
export function HomePage() {
  const { t } = useTranslation('home');
  const session = useSession();
  const user = session?.user;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Typography variant="h1">{t('greeting', { name: user?.firstName || user?.username })}</Typography>
        <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{t('purpose')}</Typography>
      </Box>
      {session?.abilities.length === 0 && (
        <Paper variant="outlined">
          <EmptyState icon={KeyRound} title={t('noRole.title')} description={t('noRole.text')} />
        </Paper>
      )}
      <HeldDeliveriesNotice />
      <WaitingMails />
      <DemoNotice />
      <Content />
    </Box>
  );
}
