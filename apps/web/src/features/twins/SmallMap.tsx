import type { Twin } from '@stellwerk/contract/twin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MapView } from '../../ui/map/MapView.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { Card } from '../../ui/surface/Card.tsx';

interface SmallMapProps {
  twin: Pick<Twin, 'id' | 'title' | 'status' | 'latitude' | 'longitude'>;
  /** The map on which it stands among others. */
  to: string;
}

/** Where a twin or a device is, for those that have a place. */
export function SmallMap({ twin, to }: SmallMapProps) {
  const { t } = useTranslation('twins');
  const { id, title, status, latitude, longitude } = twin;
  const objects = useMemo(
    () => (latitude === null || longitude === null ? [] : [{ id, label: title, status, latitude, longitude }]),
    [id, title, status, latitude, longitude],
  );
  if (objects.length === 0) return null;
  return (
    <Card
      title={t('overview.place')}
      padded={false}
      action={<InternalLink to={to}>{t('overview.openMap')}</InternalLink>}
    >
      <MapView label={t('overview.mapOf', { title })} objects={objects} height={28} />
    </Card>
  );
}
