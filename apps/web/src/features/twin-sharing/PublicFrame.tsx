import { Alert, Box, Typography } from '@mui/material';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { BarePage } from '../../ui/page/BarePage.tsx';
import { isEnded, type Place, type PublicTwin, usePublicTwin } from './public-twin.queries.ts';

/** Of a public page; an address without a number leads nowhere, like one that has ended. */
export function usePlace(): Place {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return { shareKey: params.key ?? '', twinId: Number(params.id ?? params.twinId) };
}

function EndedPage() {
  const { t } = useTranslation(['twin-sharing', 'app']);
  return (
    <BarePage product={t('app:product')} title={t('public.endedTitle')}>
      <Typography color="textSecondary">{t('public.endedText')}</Typography>
    </BarePage>
  );
}

interface PublicFrameProps {
  place: Place;
  children: (twin: PublicTwin) => ReactNode;
}

/** What both public pages do alike: wait, say that a link has ended, go on showing the last values while nobody answers. */
export function PublicFrame({ place, children }: PublicFrameProps) {
  const { t } = useTranslation(['twin-sharing', 'app']);
  const { data, error, refetch } = usePublicTwin(place);
  const title = data?.title;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (isEnded(error)) return <EndedPage />;
  if (!data) {
    return (
      <Box component="main" sx={{ p: 2 }}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="cards" count={6} />}
      </Box>
    );
  }
  return (
    <>
      {error && (
        <Alert severity="warning" sx={{ borderRadius: 0 }}>
          {t('public.outdated')}
        </Alert>
      )}
      {children(data)}
    </>
  );
}
