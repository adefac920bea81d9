import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import type { MapPoint } from '@stellwerk/plugin/widget-web';
import { List as ListIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { type GridPoint, isOneSpot } from '../../../ui/map/cluster-grid.ts';
import type { MapCamera } from '../../../ui/map/MapCanvas.tsx';
import { loadMap, MapView } from '../../../ui/map/MapView.tsx';
import { boundsOf } from '../../../ui/map/map-position.ts';
import type { MapObject } from '../../../ui/map/map-types.ts';
import { useClusters } from '../../../ui/map/use-clusters.ts';
import { MapPictureList } from './MapPictureList.tsx';
import { MapPicturePopup } from './MapPicturePopup.tsx';
import type { PictureOf, PictureProps } from './picture-props.ts';

// This module loads only for maps, so the map library is loaded at once.
loadMap();

type Props = PictureProps<PictureOf<'map'>>;

const gridPoint = ({ twinId, title, longitude, latitude, status, colour }: MapPoint): GridPoint => ({
  id: twinId,
  longitude,
  latitude,
  status,
  label: title,
  colour,
});

/** Above this zoom, points at the same spot never separate. */
const nearestZoom = 21;

interface OpenTwin {
  point: Pick<GridPoint, 'id' | 'label'>;
  /** The position of the popup on the screen. */
  at: { left: number; top: number };
}

const middleOf = (element: Element): OpenTwin['at'] => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + width / 2, top: top + height / 2 };
};

/** The number of twins if the map does not show them all. */
function Note({ text }: { text: string }) {
  return (
    <Typography
      variant="caption"
      sx={{ px: 0.75, bgcolor: 'background.paper', color: 'text.secondary', borderRadius: 0.5 }}
    >
      {text}
    </Typography>
  );
}

/** Thousands of twins on a map: near ones share a marker, those out of view have none. */
export function MapPicture({ picture, widgetTitle, widgetId, heightPx, isEditing, onAction, exportRef }: Props) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const { points, total, unplaced, interactive, zoomingEnabled, maxZoom, popup } = picture;
  const gridPoints = useMemo(() => points.map(gridPoint), [points]);
  const bounds = useMemo(() => boundsOf(gridPoints), [gridPoints]);
  const { objects, membersOf, onViewport } = useClusters(gridPoints);
  const [twin, setTwin] = useState<OpenTwin>();
  const [listed, setListed] = useState<readonly GridPoint[]>();
  const canOpen = interactive && popup !== null && !isEditing;

  const openCluster = (cluster: MapObject, { zoom, fit }: MapCamera) => {
    const members = membersOf(cluster.id);
    const box = boundsOf(members);
    if (zoomingEnabled && box && zoom < nearestZoom && !isOneSpot(box)) fit(box, nearestZoom);
    else setListed(members);
  };

  return (
    <Box
      sx={{ position: 'relative', border: 1, borderColor: 'border.main', borderRadius: 1, overflow: 'hidden' }}
      style={{ height: heightPx }}
    >
      <MapView
        label={widgetTitle}
        objects={objects}
        selectedId={twin?.point.id}
        onSelect={
          canOpen
            ? (object, element) =>
                setTwin({ point: { id: Number(object.id), label: object.label }, at: middleOf(element) })
            : undefined
        }
        onCluster={openCluster}
        onViewport={onViewport}
        fit={bounds}
        fitZoom={maxZoom}
        isZoomLocked={!zoomingEnabled}
        isStill={!interactive}
        handleRef={exportRef}
        {...(widgetId === undefined || !interactive ? {} : { rememberAs: `widget-${widgetId}` })}
      />
      <Box
        sx={{
          position: 'absolute',
          zIndex: 5,
          left: (theme) => theme.spacing(1),
          bottom: (theme) => theme.spacing(1),
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <Tooltip title={t('picture.map.list')}>
          <IconButton
            size="small"
            aria-label={t('picture.map.listOf', { title: widgetTitle })}
            onClick={() => setListed(gridPoints)}
            sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'border.main', borderRadius: 0.75 }}
          >
            <ListIcon aria-hidden />
          </IconButton>
        </Tooltip>
        {unplaced > 0 && (
          <Note text={t('picture.map.unplaced', { count: unplaced, number: formats.number(unplaced) })} />
        )}
        {total > points.length && (
          <Note text={t('picture.map.cut', { shown: formats.number(points.length), total: formats.number(total) })} />
        )}
      </Box>
      {listed && (
        <MapPictureList
          title={widgetTitle}
          points={listed}
          onOpen={
            canOpen
              ? (point, element) => {
                  setTwin({ point, at: middleOf(element) });
                }
              : undefined
          }
          onClose={() => setListed(undefined)}
        />
      )}
      {twin && popup && (
        <MapPicturePopup
          key={twin.point.id}
          twinId={twin.point.id}
          twinTitle={twin.point.label}
          at={twin.at}
          popup={popup}
          isEditing={isEditing}
          onAction={onAction}
          onClose={() => setTwin(undefined)}
        />
      )}
    </Box>
  );
}
