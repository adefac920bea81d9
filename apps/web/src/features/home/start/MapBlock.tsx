import { Box } from '@mui/material';
import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../../../ui/lazy-part.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import type { MapFilter } from '../../twin-map/index.ts';
import { usePlaces } from '../home.queries.ts';

/** The map library is large, so it is loaded only if there is something to show. */
const mapPart = partOf(() => import('../../twin-map/index.ts').then((module) => module.TwinsMap));
const height = 42;

function Places({ filter }: { filter: MapFilter }) {
  const { t } = useTranslation('home');
  const { data, error, refetch } = usePlaces(filter);
  const waiting = <Skeletons shape="block" height={height} />;
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return waiting;
  if (!data.bounds) {
    return <EmptyState compact icon={MapPinOff} title={t('map.none')} description={t('map.noneText')} />;
  }
  const props = { label: t('map.title'), filter, defaults: { hidebar: true }, embedded: true };
  return (
    <Box sx={{ position: 'relative', height: '100%', minHeight: (theme) => theme.spacing(height), display: 'grid' }}>
      <LazyPart part={mapPart} props={props} fallback={waiting} />
    </Box>
  );
}

/** A map of all objects with a position. */
export function MapBlock() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { account } = useChosenAccount();
  const opensMap = useCan('DigitalTwin.read');
  const filter = { tenantId: account?.id };
  const { data } = usePlaces(filter);
  const count = data?.count ?? 0;
  return (
    <Card
      title={t('map.title')}
      subtitle={count > 0 && t('map.count', { count, number: formats.number(count) })}
      padded={false}
      action={opensMap && <InternalLink to="/digitaltwin-mgmt?view=map">{t('map.open')}</InternalLink>}
    >
      <Places filter={filter} />
    </Card>
  );
}
