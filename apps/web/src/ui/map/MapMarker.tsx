import { Box, ButtonBase, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { statusIcons } from '../status/StatusChip.tsx';
import type { MapObject, MarkerStyle, MarkerText } from './map-types.ts';

export interface MapMarkerProps {
  object: MapObject;
  /** A pin, or a plate with the name. */
  design: MarkerStyle;
  selected: boolean;
  onClick: () => void;
}

const raised = { border: 2, borderColor: 'background.paper', boxShadow: 2 };
const outline = { outline: 3, outlineStyle: 'solid', outlineColor: 'primary.main' };

/** Each value with the sign of its own status, unless that is fine or unknown. */
function Values({ values }: { values: readonly MarkerText[] }) {
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'start' }}>
      {values.map(({ label, text, status }) => {
        const Icon = status === 'ok' || status === 'unknown' ? undefined : statusIcons[status];
        return (
          <Box
            component="span"
            key={label}
            title={label}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
          >
            {Icon && (
              <Box component="span" sx={{ display: 'inline-flex', color: `${status}.main` }}>
                <Icon size="0.75rem" aria-hidden />
              </Box>
            )}
            {text}
          </Box>
        );
      })}
    </Box>
  );
}

function Pin({ object, selected }: Pick<MapMarkerProps, 'object' | 'selected'>) {
  const Icon = statusIcons[object.status];
  return (
    <Box component="span" sx={{ display: 'flex', position: 'relative' }}>
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          width: (theme) => theme.spacing(3.25),
          height: (theme) => theme.spacing(3.25),
          ...raised,
          bgcolor: `${object.status}.main`,
          color: `${object.status}.contrastText`,
          // Rotated by an eighth, the one square corner becomes the tip of the pin; it reaches below the box.
          mb: 0.7,
          borderRadius: '50% 50% 0 50%',
          transform: 'rotate(45deg)',
          '& > svg': { transform: 'rotate(-45deg)' },
          ...(selected ? outline : {}),
        }}
      >
        <Icon size="0.875rem" aria-hidden />
      </Box>
      {object.values && object.values.length > 0 && (
        <Box component="span" sx={{ position: 'absolute', left: '100%', top: 0, ml: 0.5, px: 0.75, ...plate }}>
          <Values values={object.values} />
        </Box>
      )}
    </Box>
  );
}

const plate = {
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'border.main',
  borderRadius: 0.75,
  typography: 'caption',
  fontWeight: 600,
};

function Plate({ object, selected }: Pick<MapMarkerProps, 'object' | 'selected'>) {
  const Icon = statusIcons[object.status];
  return (
    <Box
      component="span"
      sx={{
        ...plate,
        display: 'grid',
        gap: 0.25,
        px: 0.75,
        py: 0.25,
        maxWidth: (theme) => theme.spacing(24),
        borderLeft: 4,
        borderLeftColor: `${object.status}.main`,
        boxShadow: 1,
        ...(selected ? outline : {}),
      }}
    >
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
        <Box component="span" sx={{ display: 'inline-flex', flexShrink: 0, color: `${object.status}.main` }}>
          <Icon size="0.75rem" aria-hidden />
        </Box>
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {object.label}
        </Box>
      </Box>
      {object.values && object.values.length > 0 && <Values values={object.values} />}
    </Box>
  );
}

function Disc({ object, selected }: Pick<MapMarkerProps, 'object' | 'selected'>) {
  const formats = useFormats();
  const { status, count = 1 } = object;
  const Icon = statusIcons[status];
  const size = 4 + Math.min(3, Math.log10(count)) * 0.75;
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        width: (theme) => theme.spacing(size),
        height: (theme) => theme.spacing(size),
        borderRadius: '50%',
        ...raised,
        bgcolor: `${status}.main`,
        color: `${status}.contrastText`,
        typography: 'caption',
        lineHeight: 1,
        fontWeight: 600,
        ...(selected ? outline : {}),
      }}
    >
      <Icon size="0.625rem" aria-hidden />
      {formats.number(count)}
    </Box>
  );
}

/** A marker with the status as colour and sign, or a disc with the number of objects in a cluster. */
export function MapMarker({ object, design, selected, onClick }: MapMarkerProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const { label, status, count = 1, values = [] } = object;
  const isCluster = count > 1;
  const named = isCluster
    ? t('map.cluster', { count, number: formats.number(count), status: t(`status.${status}`) })
    : t('map.object', { label, status: t(`status.${status}`) });
  const name = [named, ...values.map((value) => `${value.label} ${value.text}`)].join(', ');
  const Shape = isCluster ? Disc : design === 'plate' ? Plate : Pin;
  return (
    <Tooltip title={isCluster ? name : label}>
      <ButtonBase
        aria-label={name}
        aria-pressed={selected}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
        sx={{ textAlign: 'left', overflow: 'visible' }}
      >
        <Shape object={object} selected={selected} />
      </ButtonBase>
    </Tooltip>
  );
}
