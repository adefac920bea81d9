import { Alert, Box } from '@mui/material';
import type { Position } from '@stellwerk/contract/geo';
import { clusterDefaults } from '@stellwerk/contract/twin-map';
import { MapPinOff } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import type { MapCamera } from '../../ui/map/MapCanvas.tsx';
import { MapView } from '../../ui/map/MapView.tsx';
import { boundsOf } from '../../ui/map/map-position.ts';
import type { MapObject } from '../../ui/map/map-types.ts';
import { MapBar } from './MapBar.tsx';
import { boxOf, type MapBox } from './map-box.ts';
import { areasOf, clusterIdOf, objectsOf } from './map-objects.ts';
import { type MapParameters, styleNamed } from './map-parameters.ts';
import type { MapSource } from './map-source.ts';
import { type OpenPart, TwinMapPanel } from './TwinMapPanel.tsx';
import { useMapContent, useMapMeta, useMapStyles } from './twin-map.queries.ts';
import { useFloor } from './use-floor.ts';

export interface TwinMapProps {
  /** What the map shows, for screen readers. */
  label: string;
  source: MapSource;
  view: MapParameters;
  onView: (changes: Partial<MapParameters>) => void;
  /** What the panel of a twin holds. */
  detail: (twinId: number) => ReactNode;
  /** Under this name the browser remembers where the map stood. */
  rememberAs?: string | undefined;
  /** Longitude and latitude of a way, oldest first. */
  track?: readonly Position[];
  /** Whether the map stands in a page that scrolls, and so leaves the wheel to the page. */
  embedded?: boolean;
}

/** From here on no zoom parts what lies on one spot. */
const nearestZoom = 21;
/** Those of a small cluster are looked at before the map moves. */
const smallCluster = 100;
/** About a metre. */
const sameSpotDegrees = 0.00001;

function Notice({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        zIndex: 5,
        top: (theme) => theme.spacing(1.5),
        left: '50%',
        transform: 'translateX(-50%)',
        maxWidth: '80%',
      }}
    >
      {children}
    </Box>
  );
}

/** Twins on a map: clusters, markers with values, areas, plans of floors, and a panel for what is chosen. */
export function TwinMap({ label, source, view, onView, detail, rememberAs, track, embedded = false }: TwinMapProps) {
  const { t } = useTranslation('twin-map');
  const formats = useFormats();
  const [box, setBox] = useState<MapBox>();
  const [open, setOpen] = useState<OpenPart>();
  const meta = useMapMeta(source);
  const styles = useMapStyles();
  const content = useMapContent(source, box, view.clusterdistance);
  const objects = useMemo(() => objectsOf(content.data, formats), [content.data, formats]);
  const areas = useMemo(() => areasOf(content.data), [content.data]);
  const floor = useFloor(source, meta.data?.floors, view.indoor);
  const tilt = useMemo(() => ({ pitch: view.pitch, bearing: view.bearing }), [view.pitch, view.bearing]);

  const openTwin = ({ id, label: title }: Pick<MapObject, 'id' | 'label'>) =>
    setOpen({ kind: 'twin', id: Number(id), title });

  async function openCluster(cluster: MapObject, camera: MapCamera) {
    const id = clusterIdOf(cluster);
    const canZoom = !view.zoomlock && camera.zoom < nearestZoom;
    if (canZoom && (cluster.count ?? 1) > smallCluster) return camera.zoomIn();
    if (canZoom) {
      const inside = await source.breakOpen(id, AbortSignal.timeout(10_000)).catch(() => undefined);
      const bounds = inside && boundsOf(inside.twins);
      if (!bounds) return camera.zoomIn();
      const [west, south, east, north] = bounds;
      if (east - west > sameSpotDegrees || north - south > sameSpotDegrees) return camera.fit(bounds);
    }
    setOpen({ kind: 'cluster', id, count: cluster.count ?? 1 });
  }

  if (meta.error && !meta.data) return <ErrorState error={meta.error} onRetry={() => void meta.refetch()} />;
  const bounds = floor.bounds ?? meta.data?.bounds;
  const isEmpty = meta.data !== undefined && !bounds;
  const styleUrl = styles.data?.[styleNamed(view)] ?? undefined;
  return (
    <MapView
      label={label}
      objects={objects}
      areas={areas}
      overlay={floor.overlay}
      {...(track ? { track } : {})}
      selectedId={open?.kind === 'twin' ? open.id : undefined}
      onSelect={openTwin}
      onSelectArea={openTwin}
      onCluster={(cluster, camera) => void openCluster(cluster, camera)}
      onViewport={(viewport) => setBox(boxOf(viewport))}
      markerStyle={view.markerstyle === 2 ? 'plate' : 'pin'}
      tilt={tilt}
      fit={bounds ? [bounds.west, bounds.south, bounds.east, bounds.north] : undefined}
      fitZoom={clusterDefaults.zoom}
      startZoom={view.zoom}
      isZoomLocked={view.zoomlock}
      styleUrl={styleUrl}
      embedded={embedded}
      {...(rememberAs && view.zoom === undefined ? { rememberAs } : {})}
    >
      {content.error && !content.data && (
        <Notice>
          <ErrorState compact error={content.error} onRetry={() => void content.refetch()} />
        </Notice>
      )}
      {content.data?.isCut && (
        <Notice>
          <Alert severity="info">{t('cut')}</Alert>
        </Notice>
      )}
      {isEmpty && (
        <Notice>
          <Box sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'border.main', borderRadius: 1 }}>
            <EmptyState compact icon={MapPinOff} title={t('empty.title')} description={t('empty.description')} />
          </Box>
        </Notice>
      )}
      {open && (
        <TwinMapPanel
          open={open}
          onOpen={setOpen}
          source={source}
          content={content.data}
          detail={detail}
          onClose={() => setOpen(undefined)}
        />
      )}
      {!view.hidebar && (
        <MapBar
          view={view}
          onView={onView}
          styles={styles.data ?? {}}
          floors={meta.data?.floors ?? []}
          floorId={floor.id}
          onFloor={(id) => {
            floor.choose(id);
            onView({ indoor: id !== undefined });
          }}
          isListOpen={open?.kind === 'list'}
          onList={() => setOpen(open?.kind === 'list' ? undefined : { kind: 'list' })}
        />
      )}
    </MapView>
  );
}
