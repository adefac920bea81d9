import { Box, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useLive } from '../../../lib/live.ts';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { StateChip } from '../../connectors/index.ts';
import { favouriteKeys } from '../../favourites/index.ts';
import type { TileBodyProps, TileKind } from './tile-props.ts';

/** Whether the connector is connected, and the time of its last message. */
function Body({ object, size }: TileBodyProps<'connector'>) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: favouriteKeys.list });
  useLive(`connector/${object.id}`, reload, reload);
  const { state, hasConnection, lastPacketAt, deviceCount } = object;
  return (
    <>
      <Box>
        <StateChip state={state} hasConnection={hasConnection} />
      </Box>
      {size === 'small' ? (
        <Typography variant="caption" color="textMuted" sx={{ mt: 'auto' }}>
          {t('connector.lastPacketAt')} <Age at={lastPacketAt} />
        </Typography>
      ) : (
        <Facts
          facts={[
            { label: t('connector.lastPacketAt'), value: <Age at={lastPacketAt} /> },
            { label: t('connector.devices'), value: formats.number(deviceCount) },
          ]}
        />
      )}
    </>
  );
}

export const connectorTile: TileKind<'connector'> = {
  type: 'connector',
  icon: Plug,
  sizes: ['small', 'medium'],
  pathOf: ({ id, tenantId }) => `/connectors/edit/${tenantId}/${id}`,
  placeOf: ({ tenantName }) => tenantName,
  Body,
};
