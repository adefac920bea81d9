import type { GeoPolygon } from '@stellwerk/contract/geo';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../form/NumberField.tsx';
import { TextField } from '../form/TextField.tsx';
import { pointsFromText, pointsToText } from './area-shape.ts';

interface AreaFieldsProps {
  area: GeoPolygon | null;
  onArea: (area: GeoPolygon) => void;
}

type Polygon = Extract<GeoPolygon, { kind: 'polygon' }>;

/** Keeps the typed text; the area follows as soon as the text is valid. */
function CornersField({ area, onArea }: { area: Polygon; onArea: AreaFieldsProps['onArea'] }) {
  const { t } = useTranslation('ui');
  const written = pointsToText(area.points);
  const [typed, setTyped] = useState<string>();
  const points = pointsFromText(typed ?? written);
  const isOdd = points === undefined || points.length < 3 || points.length > 500;
  return (
    <TextField
      label={t('map.edit.corners')}
      rows={3}
      value={typed ?? written}
      help={t('map.edit.cornersHelp')}
      error={isOdd ? t('map.edit.cornersOdd') : undefined}
      onChange={(text) => {
        setTyped(text);
        const next = pointsFromText(text);
        if (next && next.length >= 3 && next.length <= 500) onArea({ kind: 'polygon', points: next });
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** The area in numbers: for keyboard users and for exact values. */
export function AreaFields({ area, onArea }: AreaFieldsProps) {
  const { t } = useTranslation('ui');
  if (!area) return null;
  if (area.kind === 'polygon') return <CornersField area={area} onArea={onArea} />;
  return (
    <NumberField
      label={t('map.edit.radius')}
      value={area.radiusMeters}
      unit="m"
      onChange={(radiusMeters) => {
        if (radiusMeters >= 1 && radiusMeters <= 100_000) onArea({ kind: 'circle', radiusMeters });
      }}
      sx={{ maxWidth: (theme) => theme.spacing(24) }}
    />
  );
}
