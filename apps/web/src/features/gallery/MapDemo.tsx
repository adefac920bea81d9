import { Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { MapView } from '../../ui/map/MapView.tsx';
import type { MapObject, MapViewport } from '../../ui/map/map-types.ts';
import { Card } from '../../ui/surface/Card.tsx';

const objects: MapObject[] = [
  { id: 1, longitude: 8.4037, latitude: 49.0069, status: 'ok', label: 'Pegel Karlsruhe' },
  { id: 2, longitude: 13.405, latitude: 52.52, status: 'error', label: 'Wetterstation Berlin', count: 48 },
  { id: 3, longitude: 9.9937, latitude: 53.5511, status: 'warning', label: 'Hafen Hamburg' },
  { id: 4, longitude: 11.582, latitude: 48.1351, status: 'ok', label: 'München', count: 1280 },
  { id: 5, longitude: 6.9603, latitude: 50.9375, status: 'unknown', label: 'Köln Deutz' },
  { id: 6, longitude: 16.3738, latitude: 48.2082, status: 'info', label: 'Wien', count: 9 },
  { id: 7, longitude: 8.5417, latitude: 47.3769, status: 'error', label: '<b>Zürich</b>' },
];

export function MapDemo() {
  const { t } = useTranslation('gallery');
  const formats = useFormats();
  const [chosen, setChosen] = useState<MapObject>();
  const [viewport, setViewport] = useState<MapViewport>();
  return (
    <Stack spacing={2}>
      <Card title={t('map.title')} subtitle={t('map.subtitle')} padded={false}>
        <MapView
          label={t('map.title')}
          objects={objects}
          selectedId={chosen?.id}
          onSelect={setChosen}
          onViewport={setViewport}
          rememberAs="gallery"
          height={60}
        />
      </Card>
      <Typography color="textSecondary">
        {chosen ? t('map.chosen', { label: chosen.label }) : t('map.none')}
        {viewport && ` · ${t('map.zoom', { zoom: formats.number(viewport.zoom, { maximum: 1 }) })}`}
      </Typography>
    </Stack>
  );
}
