import { Alert, Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ringOf } from '../../../../ui/map/area-shape.ts';
import { MapView } from '../../../../ui/map/MapView.tsx';
import { boundsOf } from '../../../../ui/map/map-position.ts';
import { useTwin } from '../../../twins/index.ts';
import { useEditor } from '../editor-context.ts';

const fitZoom = 16;

/** The zone and the position of the twin. */
export function ZoneMap({ zoneId }: { zoneId: number }) {
  const { t } = useTranslation('rules');
  const { twin } = useEditor();
  const { data: zone } = useTwin(zoneId);
  const { id, title, status, latitude, longitude } = twin;
  const objects = useMemo(
    () => (latitude === null || longitude === null ? [] : [{ id, label: title, status, latitude, longitude }]),
    [id, title, status, latitude, longitude],
  );
  const areas = useMemo(
    () =>
      zone?.geoPolygon
        ? [
            {
              id: zone.id,
              label: zone.title,
              status: 'info' as const,
              shape: zone.geoPolygon,
              longitude: zone.longitude,
              latitude: zone.latitude,
            },
          ]
        : [],
    [zone],
  );
  const fit = useMemo(() => {
    const corners = areas.flatMap(({ shape, latitude: north, longitude: east }) => {
      if (shape.kind === 'polygon') return shape.points;
      return north === null || east === null ? [] : ringOf(shape, { latitude: north, longitude: east });
    });
    return boundsOf([...corners.map(([east, north]) => ({ longitude: east, latitude: north })), ...objects]);
  }, [areas, objects]);
  if (!zone) return null;
  if (areas.length === 0)
    return <Alert severity="warning">{t('trigger.zoneWithoutArea', { title: zone.title })}</Alert>;
  return (
    <>
      {objects.length === 0 && <Alert severity="info">{t('trigger.noPosition', { title })}</Alert>}
      <Box sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, overflow: 'hidden' }}>
        <MapView
          key={zone.id}
          label={t('trigger.mapOf', { zone: zone.title, title })}
          objects={objects}
          areas={areas}
          fit={fit}
          fitZoom={fitZoom}
          height={26}
        />
      </Box>
    </>
  );
}
