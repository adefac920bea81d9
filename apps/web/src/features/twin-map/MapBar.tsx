import { Box, Button, MenuItem, Select, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import type { GeoMeta, MapStyle } from '@stellwerk/contract/twin-map';
import { mapStyles } from '@stellwerk/contract/twin-map';
import { Box as BoxIcon, List as ListIcon, MapPin, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { defaultParameters, type MapParameters } from './map-parameters.ts';

interface MapBarProps {
  view: MapParameters;
  onView: (changes: Partial<MapParameters>) => void;
  styles: Partial<Record<MapStyle, string | null>>;
  floors: GeoMeta['floors'];
  floorId: number | undefined;
  onFloor: (id: number | undefined) => void;
  isListOpen: boolean;
  onList: () => void;
}

/** The bundled map is always there; the others are those that the operator has set up. */
const offered = (styles: MapBarProps['styles'], chosen: number) =>
  mapStyles
    .map((name, index) => ({ name, value: index + 1 }))
    .filter(({ name, value }) => name === 'default' || styles[name] || value === chosen);

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: number;
  options: readonly { value: number; label: string }[];
  onChange: (value: number) => void;
}) {
  return (
    <Select
      size="small"
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      aria-label={label}
      sx={{ minWidth: (theme) => theme.spacing(16) }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </Select>
  );
}

/** The lower bar of a map; `hidebar` in the address leaves it out. */
export function MapBar({ view, onView, styles, floors, floorId, onFloor, isListOpen, onList }: MapBarProps) {
  const { t } = useTranslation('twin-map');
  const shown = offered(styles, view.mapstyle);
  const isSolid = view.pitch > 0;
  return (
    <Box
      role="toolbar"
      aria-label={t('bar.label')}
      sx={{
        position: 'absolute',
        zIndex: 10,
        left: (theme) => theme.spacing(1.5),
        bottom: (theme) => theme.spacing(2.5),
        maxWidth: (theme) => `calc(100% - ${theme.spacing(3)})`,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        p: 0.75,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {shown.length > 1 && (
        <Choice
          label={t('bar.style')}
          value={view.mapstyle}
          options={shown.map(({ name, value }) => ({ value, label: t(`style.${name}`) }))}
          onChange={(mapstyle) => onView({ mapstyle })}
        />
      )}
      {floors.length > 0 && (
        <Choice
          label={t('bar.floor')}
          value={floorId ?? 0}
          options={[
            { value: 0, label: t('bar.outside') },
            ...floors.map(({ twinId, title }) => ({ value: twinId, label: title })),
          ]}
          onChange={(id) => onFloor(id || undefined)}
        />
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view.markerstyle}
        onChange={(_, next: number | null) => next && onView({ markerstyle: next })}
        aria-label={t('bar.markers')}
      >
        {[MapPin, Tag].map((Icon, index) => (
          <ToggleButton key={index === 0 ? 'pin' : 'plate'} value={index + 1} aria-label={t(`marker.${index + 1}`)}>
            <Tooltip title={t(`marker.${index + 1}`)}>
              <Icon size="1.125rem" aria-hidden />
            </Tooltip>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ToggleButton
        size="small"
        value="solid"
        selected={isSolid}
        onChange={() => onView({ pitch: isSolid ? 0 : defaultParameters.pitch })}
        sx={{ gap: 0.75 }}
      >
        <BoxIcon size="1.125rem" aria-hidden />
        {t('bar.solid')}
      </ToggleButton>
      <Button size="small" startIcon={<ListIcon aria-hidden />} aria-expanded={isListOpen} onClick={onList}>
        {t('bar.list')}
      </Button>
    </Box>
  );
}
