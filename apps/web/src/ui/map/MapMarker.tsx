import { ButtonBase, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { statusIcons } from '../status/StatusChip.tsx';
import type { MapObject } from './map-types.ts';

export interface MapMarkerProps {
  object: MapObject;
  selected: boolean;
  onClick: () => void;
}

/** A pin with the status as colour and sign, or a disc with the number of objects in a cluster. */
export function MapMarker({ object, selected, onClick }: MapMarkerProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { label, status, count = 1 } = object;
  const isCluster = count > 1;
  const Icon = statusIcons[status];
  const name = isCluster
    ? t('map.cluster', { count, number: formats.number(count), status: t(`status.${status}`) })
    : t('map.object', { label, status: t(`status.${status}`) });
  const size = isCluster ? 3.5 + Math.min(3, Math.log10(count)) * 0.75 : 3.25;
  return (
    <Tooltip title={isCluster ? name : label}>
      <ButtonBase
        aria-label={name}
        aria-pressed={selected}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
        sx={{
          width: (theme) => theme.spacing(size),
          height: (theme) => theme.spacing(size),
          border: 2,
          borderColor: 'background.paper',
          bgcolor: `${status}.main`,
          color: `${status}.contrastText`,
          typography: 'caption',
          fontWeight: 600,
          boxShadow: 2,
          ...(isCluster
            ? { borderRadius: '50%' }
            : // Rotated by an eighth, the one square corner becomes the tip of the pin; it reaches below the box.
              {
                display: 'flex',
                mb: 0.7,
                borderRadius: '50% 50% 0 50%',
                transform: 'rotate(45deg)',
                '& > svg': { transform: 'rotate(-45deg)' },
              }),
          ...(selected ? { outline: 3, outlineStyle: 'solid', outlineColor: 'primary.main' } : {}),
        }}
      >
        {isCluster ? formats.number(count) : <Icon size="0.875rem" aria-hidden />}
      </ButtonBase>
    </Tooltip>
  );
}
