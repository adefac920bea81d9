import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createDeviceMapSource, DeviceOnMap, deviceFilterOf } from '../../devices/index.ts';
import { TwinMap, useMapParameters } from '../../twin-map/index.ts';

/** The devices of a group on the map. */
export function GroupMap({ groupId }: { groupId: number }) {
  const { t } = useTranslation('smart-groups');
  const [view, changeView] = useMapParameters();
  const source = useMemo(() => createDeviceMapSource(deviceFilterOf({ filters: {} }), groupId), [groupId]);
  return (
    <Box
      sx={{
        // The shell and the page header take the rest of the window.
        height: (theme) => `max(${theme.spacing(55)}, calc(100dvh - ${theme.spacing(36)}))`,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        overflow: 'hidden',
      }}
    >
      <TwinMap
        label={t('map.title')}
        source={source}
        view={view}
        onView={changeView}
        detail={(id) => <DeviceOnMap deviceId={id} />}
        rememberAs={`smart-group-${groupId}`}
      />
    </Box>
  );
}
