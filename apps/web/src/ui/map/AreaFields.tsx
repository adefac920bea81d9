import { InputAdornment, TextField } from '@mui/material';
import type { GeoPolygon } from '@stellwerk/contract/geo';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pointsFromText, pointsToText } from './area-shape.ts';

interface AreaFieldsProps {
  area: GeoPolygon | null;
  onArea: (area: GeoPolygon) => void;
}

type Polygon = Extract<GeoPolygon, { kind: 'polygon' }>;

/** What stands in the field while somebody types; the area follows as soon as it can be read. */
function CornersField({ area, onArea }: { area: Polygon; onArea: AreaFieldsProps['onArea'] }) {
  const { t } = useTranslation('ui');
  const written = pointsToText(area.points);
  const [typed, setTyped] = useState<string>();
  const points = pointsFromText(typed ?? written);
  const isOdd = points === undefined || points.length < 3 || points.length > 500;
  return (
    <TextField
      label={t('map.edit.corners')}
      multiline
      minRows={3}
      maxRows={8}
      value={typed ?? written}
      error={isOdd}
      helperText={t(isOdd ? 'map.edit.cornersOdd' : 'map.edit.cornersHelp')}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = pointsFromText(target.value);
        if (next && next.length >= 3 && next.length <= 500) onArea({ kind: 'polygon', points: next });
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** The area in numbers: for those who can't draw, and for exact values. */
export function AreaFields({ area, onArea }: AreaFieldsProps) {
  const { t } = useTranslation('ui');
  if (!area) return null;
  if (area.kind === 'polygon') return <CornersField area={area} onArea={onArea} />;
  return (
    <TextField
      label={t('map.edit.radius')}
      type="number"
      value={area.radiusMeters}
      slotProps={{
        input: { endAdornment: <InputAdornment position="end">m</InputAdornment> },
        htmlInput: { min: 1, max: 100_000, step: 1 },
      }}
      onChange={({ target }) => {
        const radiusMeters = Number(target.value);
        if (radiusMeters >= 1 && radiusMeters <= 100_000) onArea({ kind: 'circle', radiusMeters });
      }}
      sx={{ maxWidth: (theme) => theme.spacing(24) }}
    />
  );
}
