import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '../../lib/storage.ts';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import type { MapCanvasProps } from './MapCanvas.tsx';
import { positionFromText, positionToText } from './map-position.ts';

const canvasPart = partOf(() => import('./MapCanvas.tsx').then((module) => module.MapCanvas));

/** Preloads the map library. */
export const loadMap = canvasPart.loadAhead;

export interface MapViewProps extends Omit<MapCanvasProps, 'position' | 'onPosition'> {
  /** Key under which the browser stores the position; absent: the map always fits its objects. */
  rememberAs?: string;
  /** In spacing units; absent: fills its parent. */
  height?: number;
}

/**
 * The map for all features: markers and clusters as data, an initial view that fits its content, and no need for
 * internet.
 */
export function MapView({ rememberAs, height, ...rest }: MapViewProps) {
  const { t } = useTranslation('ui');
  const [position] = useState(() => (rememberAs ? positionFromText(storage.readText(`map.${rememberAs}`)) : undefined));
  return (
    <Box
      sx={{
        position: 'relative',
        overflow: 'hidden',
        minWidth: 0,
        height: (theme) => (height ? theme.spacing(height) : '100%'),
      }}
    >
      <LazyPart
        part={canvasPart}
        props={{
          ...rest,
          attribution: rest.attribution ?? (rest.styleUrl ? undefined : t('map.attribution')),
          position,
          onPosition: (next) => {
            if (rememberAs) storage.writeText(`map.${rememberAs}`, positionToText(next));
          },
        }}
        fallback={<Skeletons shape="block" height={height ?? 40} />}
      />
    </Box>
  );
}
