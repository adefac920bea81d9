import { Box, Button, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { GeoMeta, MapStyle } from '@stellwerk/contract/twin-map';
import { mapStyles } from '@stellwerk/contract/twin-map';
import { Box as BoxIcon, List as ListIcon, MapPin, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
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

const choiceSize = { width: 'auto', minWidth: (theme: Theme) => theme.spacing(16) };

/** The bundled map is always there; the others are those that the operator has set up. */
const offered = (styles: MapBarProps['styles'], chosen: number) =>
  mapStyles
    .map((name, index) => ({ name, value: index + 1 }))
    .filter(({ name, value }) => name === 'default' || styles[name] || value === chosen);

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
        <SelectField
          label={t('bar.style')}
          hideLabel
          sx={choiceSize}
          value={view.mapstyle}
          options={shown.map(({ name, value }) => ({ value, label: t(`style.${name}`) }))}
          onChange={(mapstyle) => onView({ mapstyle })}
        />
      )}
      {floors.length > 0 && (
        <SelectField
          label={t('bar.floor')}
          hideLabel
          sx={choiceSize}
          value={floorId}
          options={[
            { value: undefined, label: t('bar.outside') },
            ...floors.map(({ twinId, title }) => ({ value: twinId, label: title })),
          ]}
          onChange={onFloor}
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
