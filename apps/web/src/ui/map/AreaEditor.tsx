import { Box } from '@mui/material';
import type { GeoPolygon, Position } from '@stellwerk/contract/geo';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../status/StatusChip.tsx';
import { AreaFields } from './AreaFields.tsx';
import { type AreaTool, AreaTools } from './AreaTools.tsx';
import { distanceMeters, rectangleOf, ringOf, rounded } from './area-shape.ts';
import { MapView } from './MapView.tsx';
import { boundsOf } from './map-position.ts';
import type { MapArea, MapHandle } from './map-types.ts';

interface EditedPlace {
  latitude: number;
  longitude: number;
}

export interface AreaEditorProps {
  /** Name of the map for screen readers. */
  label: string;
  place: EditedPlace | null;
  onPlace: (place: EditedPlace) => void;
  area: GeoPolygon | null;
  onArea: (area: GeoPolygon | null) => void;
  status?: Status;
  /** In spacing units. */
  height?: number;
}

const firstRadiusMeters = 100;
const fitZoom = 17;
const noObjects: readonly never[] = [];

const inLimits = (meters: number) => Math.min(100_000, Math.max(1, Math.round(meters)));
const placeAt = ([longitude, latitude]: Position): EditedPlace => ({ longitude, latitude });

/** Edits marker and area of an object on the map: a polygon, a rectangle, or a circle around the marker. */
export function AreaEditor({ label, place, onPlace, area, onArea, status = 'info', height = 50 }: AreaEditorProps) {
  const { t } = useTranslation('ui');
  const [tool, setTool] = useState<AreaTool>();
  const [draft, setDraft] = useState<Position[]>([]);
  const middle: Position | undefined = place ? [place.longitude, place.latitude] : undefined;

  function choose(next: AreaTool | undefined) {
    setTool(next);
    setDraft([]);
    const isNewCircle = next === 'circle' && place && area?.kind !== 'circle';
    if (isNewCircle) onArea({ kind: 'circle', radiusMeters: firstRadiusMeters });
  }

  function finish(points: Position[]) {
    onArea({ kind: 'polygon', points });
    choose(undefined);
  }

  function press(at: Position) {
    if (tool === 'place' || (tool === 'circle' && !middle)) {
      onPlace(placeAt(at));
      if (tool === 'circle') onArea({ kind: 'circle', radiusMeters: firstRadiusMeters });
      else choose(undefined);
    } else if (tool === 'circle' && middle) {
      onArea({ kind: 'circle', radiusMeters: inLimits(distanceMeters(middle, at)) });
    } else if (tool === 'polygon') {
      setDraft([...draft, at]);
    } else if (tool === 'rectangle') {
      const [corner] = draft;
      if (corner) finish(rectangleOf(corner, at));
      else setDraft([at]);
    }
  }

  const handles: MapHandle[] = [];
  if (middle)
    handles.push({ id: 'place', label: t('map.edit.marker'), at: middle, onMove: (to) => onPlace(placeAt(to)) });
  if (tool === 'polygon' || tool === 'rectangle') {
    for (const [index, at] of draft.entries()) {
      handles.push({
        id: `draft-${index}`,
        label: t('map.edit.corner', { number: index + 1 }),
        at,
        onMove: (to) => setDraft(draft.with(index, to)),
        onPress: index === 0 && draft.length > 2 ? () => finish(draft) : undefined,
      });
    }
  } else if (area?.kind === 'polygon') {
    for (const [index, at] of area.points.entries()) {
      handles.push({
        id: `corner-${index}`,
        label: t('map.edit.corner', { number: index + 1 }),
        at,
        onMove: (to) => onArea({ kind: 'polygon', points: area.points.with(index, to) }),
      });
    }
  } else if (area?.kind === 'circle' && middle && place) {
    const east = ringOf(area, place)[16] ?? middle;
    const onMove = (to: Position) => onArea({ kind: 'circle', radiusMeters: inLimits(distanceMeters(middle, to)) });
    handles.push({ id: 'radius', label: t('map.edit.radius'), at: rounded(east), onMove });
  }

  // Compared by content: a form passes the same area as a new object on each render.
  const shown = JSON.stringify(area);
  const { longitude = null, latitude = null } = place ?? {};
  const areas = useMemo((): MapArea[] => {
    const shape: GeoPolygon | null = JSON.parse(shown);
    return shape ? [{ id: 'area', label: '', status, shape, longitude, latitude }] : [];
  }, [shown, longitude, latitude, status]);
  const corners = area?.kind === 'polygon' ? area.points : middle ? [middle] : [];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <AreaTools
        tool={tool}
        onTool={choose}
        draftCount={draft.length}
        onFinish={() => finish(draft)}
        onUndo={() => setDraft(draft.slice(0, -1))}
        onRemove={area ? () => onArea(null) : undefined}
      />
      <Box sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, overflow: 'hidden' }}>
        <MapView
          label={label}
          objects={noObjects}
          areas={areas}
          track={draft}
          handles={handles}
          onPress={tool ? press : undefined}
          fit={boundsOf(corners.map(placeAt))}
          fitZoom={fitZoom}
          height={height}
        />
      </Box>
      <AreaFields area={area} onArea={onArea} />
    </Box>
  );
}
