import { Box, Typography } from '@mui/material';
import type { Favourite, FavouriteOf } from '@stellwerk/contract/favourite';
import { valueChanges } from '@stellwerk/contract/state';
import type { VisualisationRange } from '@stellwerk/contract/visualisation-range';
import { useQueryClient } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLive } from '../../../lib/live.ts';
import { updateLiveCache } from '../../../lib/live-cache-update.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { SparkModel } from '../../../ui/chart/chart-model.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { freshnessOf } from '../../../ui/value/freshness.ts';
import { useNow } from '../../../ui/value/use-now.ts';
import { favouriteKeys } from '../../favourites/index.ts';
import {
  applyValueChanges,
  LineVisual,
  loadTileHistory,
  stateIconOf,
  TileNumber,
  type TileState,
  tileStateOf,
  useTileHistory,
  useValueText,
} from '../../states/index.ts';
import { useStateOf } from '../home.queries.ts';
import type { TileBodyProps } from './tile-props.ts';

type StateObject = FavouriteOf<'state'>['object'];

/** Applies live values to the cached object. */
function useLiveObject({ dtwin }: StateObject): void {
  const queries = useQueryClient();
  useLive(
    `twin/${dtwin.id}/values`,
    (data) => {
      const changes = valueChanges.safeParse(data);
      if (!changes.success) return;
      updateLiveCache<Favourite[]>(queries, favouriteKeys.list, (tiles) =>
        tiles.map((tile) => {
          if (tile.type !== 'state') return tile;
          const [object = tile.object] = applyValueChanges([tile.object], changes.data);
          return { ...tile, object };
        }),
      );
    },
    () => void queries.invalidateQueries({ queryKey: favouriteKeys.list }),
  );
}

interface DrawnProps {
  state: TileState;
  isStale: boolean;
}

const useHistoryOf = (stateId: number) =>
  useCallback((range: VisualisationRange) => loadTileHistory(stateId, range), [stateId]);

function LargeLine({ state, isStale }: DrawnProps) {
  return <LineVisual state={state} loadHistory={useHistoryOf(state.stateId)} isStale={isStale} />;
}

const sparkHeight = 8;

function Spark({ state }: Pick<DrawnProps, 'state'>) {
  const { series } = useTileHistory({ state, loadHistory: useHistoryOf(state.stateId) });
  const points = series?.points;
  const model = useMemo((): SparkModel | undefined => points && { kind: 'spark', points }, [points]);
  if (!model || model.points.length < 2) return null;
  return (
    <Box sx={{ flex: 1, minWidth: 0, maxWidth: '60%' }}>
      <Chart label={state.title} model={model} height={sparkHeight} />
    </Box>
  );
}

function Figure({ object, isStale }: { object: StateObject; isStale: boolean }) {
  const { valueText } = useValueText();
  const { value, decimals, unit, timestamp, valueType } = object;
  const text = valueText({ value, decimals });
  return (
    <TileNumber
      text={text}
      unit={valueType === 'boolean' ? '' : unit}
      mark={timestamp}
      isStale={isStale}
      isMissing={value === null || value === ''}
      size={text.length > 40 ? 'small' : text.length > 12 ? 'medium' : 'large'}
    />
  );
}

/** The newest value; in medium size with a sparkline, in large size with a chart. */
export function StateBody({ object, size }: TileBodyProps<'state'>) {
  const nowMs = useNow();
  useLiveObject(object);
  const isDrawn = size !== 'small' && (object.valueType === 'number' || object.valueType === 'boolean');
  const { data: read } = useStateOf(object.id, isDrawn);
  const { value, timestamp, receivedAt, origin, status, validSeconds } = object;
  const staleAfterMs = validSeconds === null ? undefined : validSeconds * 1000;
  const isStale = freshnessOf({ measuredAt: timestamp, staleAfterMs, nowMs }) === 'stale';
  // The visual needs the loaded state; the newest value is part of the favourite.
  const state = isDrawn && read ? tileStateOf({ ...read, value, timestamp, receivedAt, origin, status }) : undefined;
  const isLarge = size === 'large' && state !== undefined;
  return (
    <>
      {isLarge ? (
        <LargeLine state={state} isStale={isStale} />
      ) : (
        <Box
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, flex: 1, minWidth: 0 }}
        >
          <Figure object={object} isStale={isStale} />
          {state && <Spark state={state} />}
        </Box>
      )}
      <Typography
        variant="caption"
        component="div"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 'auto' }}
      >
        {(status === 'warning' || status === 'error') && <StatusChip status={status} />}
        <Age at={timestamp} staleAfterMs={staleAfterMs} />
      </Typography>
    </>
  );
}

export function StateSign({ icon }: { icon: string }) {
  const Icon = stateIconOf(icon) ?? Activity;
  return <Icon size="1rem" aria-hidden />;
}
