import { Box } from '@mui/material';
import { AlarmControls } from './list/AlarmControls.tsx';
import { AlarmLog } from './list/AlarmLog.tsx';
import { type AlarmOwner, useAlarmList } from './list/use-alarm-list.ts';

/** The log of the devices of a smart group, and of its packet monitoring. */
export function SmartGroupAlarms({ smartGroup }: { smartGroup: AlarmOwner }) {
  const list = useAlarmList({ smartGroup });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <AlarmControls list={list} />
      <AlarmLog list={list} />
    </Box>
  );
}
