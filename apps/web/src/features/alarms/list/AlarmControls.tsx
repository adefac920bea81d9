import { Box, FormControlLabel, Switch } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { isOpenOnly, withOpenOnly } from '../alarm-filter.ts';
import { TimeSpanFilter } from './TimeSpanFilter.tsx';
import type { AlarmList } from './use-alarm-list.ts';

/** The most frequent filters: open alarms only, and the time range. */
export function AlarmControls({ list: { table, span, setSpan } }: { list: AlarmList }) {
  const { t } = useTranslation('alarms');
  const { filters } = table.state;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <FormControlLabel
        label={t('openOnly')}
        sx={{ m: 0 }}
        control={
          <Switch
            checked={isOpenOnly(filters)}
            onChange={(_, isOn) => table.change({ filters: withOpenOnly(filters, isOn) })}
          />
        }
      />
      <TimeSpanFilter span={span} onChange={setSpan} />
    </Box>
  );
}
