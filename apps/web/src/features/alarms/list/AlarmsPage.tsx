import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/page/Page.tsx';
import { AlarmCharts } from '../charts/AlarmCharts.tsx';
import { AlarmControls } from './AlarmControls.tsx';
import { AlarmLog } from './AlarmLog.tsx';
import { OpenAlarmCounts } from './OpenAlarmCounts.tsx';
import { useAlarmList } from './use-alarm-list.ts';

/** Open and resolved alarms of all objects that the user may see. */
export function AlarmsPage() {
  const { t } = useTranslation('alarms');
  const list = useAlarmList(undefined);
  return (
    <Page
      id="alarms"
      title={t('title')}
      description={t('description')}
      status={<OpenAlarmCounts list={list} />}
      tools={<AlarmControls list={list} />}
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <AlarmCharts list={list} />
        <AlarmLog list={list} />
      </Box>
    </Page>
  );
}
