import { Box } from '@mui/material';
import { AlarmControls } from './list/AlarmControls.tsx';
import { AlarmLog } from './list/AlarmLog.tsx';
import { type AlarmOwner, useAlarmList } from './list/use-alarm-list.ts';

/** The log of one twin or device, for a tab of its page. */
export function TwinAlarms({ twin }: { twin: AlarmOwner }) {
  const list = useAlarmList({ twin });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <AlarmControls list={list} />
      <AlarmLog isOfOne list={list} />
    </Box>
  );
}
