import { Box } from '@mui/material';
import { listAlarms } from '@stellwerk/contract/alarm';
import { anyOf } from '@stellwerk/contract/core/permission';
import { listDevices } from '@stellwerk/contract/device';
import { readGeoMeta } from '@stellwerk/contract/twin-map';
import { useCan } from '../../../lib/abilities.ts';
import { useLastDevices } from '../home.queries.ts';
import { AlarmsBlock } from './AlarmsBlock.tsx';
import { DevicesBlock } from './DevicesBlock.tsx';
import { FirstDevice } from './FirstDevice.tsx';
import { MapBlock } from './MapBlock.tsx';
import { StarHint } from './StarHint.tsx';

const connectsDevices = anyOf('all.manage', 'VirtualDevice.manage');

/** The last devices, or the first steps for users who may connect devices. */
function useDeviceBlocks() {
  const readsDevices = useCan(listDevices.permission);
  const connects = useCan(connectsDevices);
  const { data } = useLastDevices(readsDevices);
  const isFirst = readsDevices && connects && data?.total === 0;
  return { isFirst, isListed: readsDevices && !isFirst };
}

/** Blocks of the start page without favourites; each needs the permission for its content. */
export function StartBlocks() {
  const readsAlarms = useCan(listAlarms.permission);
  const seesMap = useCan(readGeoMeta.permission);
  const { isFirst, isListed } = useDeviceBlocks();
  const besideMap = [readsAlarms && <AlarmsBlock key="alarms" />, isListed && <DevicesBlock key="devices" />];
  const isSplit = seesMap && besideMap.some(Boolean);
  return (
    <>
      {isFirst && <FirstDevice />}
      <StarHint isFramed />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: isSplit ? 'minmax(0, 5fr) minmax(0, 7fr)' : undefined },
        }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>{besideMap}</Box>
        {seesMap && <MapBlock />}
      </Box>
    </>
  );
}
