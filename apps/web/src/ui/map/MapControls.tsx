import { Box, IconButton, Tooltip } from '@mui/material';
import { Maximize, Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useTranslation } from 'react-i18next';

export interface MapControlsProps {
  map: MapLibreMap;
  /** Fits all objects into the view. */
  onFit?: () => void;
  canZoom?: boolean;
}

export function MapControls({ map, onFit, canZoom = true }: MapControlsProps) {
  const { t } = useTranslation('ui');
  const buttons = [
    ...(canZoom
      ? [
          { label: t('map.zoomIn'), icon: Plus, onClick: () => map.zoomIn() },
          { label: t('map.zoomOut'), icon: Minus, onClick: () => map.zoomOut() },
        ]
      : []),
    ...(onFit ? [{ label: t('map.fit'), icon: Maximize, onClick: onFit }] : []),
  ];
  if (buttons.length === 0) return null;
  return (
    <Box
      sx={{
        position: 'absolute',
        top: (theme) => theme.spacing(1.5),
        right: (theme) => theme.spacing(1.5),
        zIndex: 10,
        display: 'flex',
        flexDirection: 'column',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 0.75,
        bgcolor: 'background.paper',
      }}
    >
      {buttons.map(({ label, icon: Icon, onClick }) => (
        <Tooltip key={label} title={label} placement="left">
          <IconButton aria-label={label} onClick={onClick}>
            <Icon aria-hidden />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  );
}
