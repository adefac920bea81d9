import { Box, Button, Typography } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { SidePanel } from '../../../ui/surface/SidePanel.tsx';
import { AlarmSeverity, AlarmStatus } from '../AlarmChips.tsx';
import { HandleAlarm } from '../actions/HandleAlarm.tsx';
import { ResolveDialog } from '../actions/ResolveDialog.tsx';
import { useAlarm } from '../alarm.queries.ts';
import { Explanation } from '../explain/Explanation.tsx';
import { AlarmFacts } from './AlarmFacts.tsx';
import { Comments } from './Comments.tsx';

function Resolve({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const [isAsking, setAsking] = useState(false);
  if (alarm.status === 'resolved') return null;
  if (!alarm.abilities.resolve)
    return (
      <Typography variant="body2" color="textSecondary">
        {t(alarm.type === 'health' ? 'resolve.endsWithProblem' : 'resolve.notAllowed')}
      </Typography>
    );
  return (
    <>
      <Box>
        <Button variant="contained" startIcon={<CheckCheck aria-hidden />} onClick={() => setAsking(true)}>
          {t('resolve.action')}
        </Button>
      </Box>
      {isAsking && <ResolveDialog ids={[alarm.id]} rows={[alarm]} onClose={() => setAsking(false)} />}
    </>
  );
}

interface AlarmPanelProps {
  alarmId: number;
  onClose: () => void;
}

/** One alarm beside the list: its properties, its explanation, and its comments. */
export function AlarmPanel({ alarmId, onClose }: AlarmPanelProps) {
  const { t } = useTranslation('alarms');
  const { data: alarm, error, refetch } = useAlarm(alarmId);
  const tabs = alarm && [
    { id: 'why', label: t('view.why'), content: <Explanation alarmId={alarmId} /> },
    {
      id: 'comments',
      label: t('view.comments'),
      count: alarm.comments.length,
      content: <Comments alarm={alarm} />,
    },
  ];
  return (
    <SidePanel
      isWide
      title={alarm?.message ?? t('detail.title')}
      facts={
        alarm && (
          <>
            <AlarmSeverity severity={alarm.severity} />
            <AlarmStatus status={alarm.status} />
          </>
        )
      }
      closeLabel={t('detail.close')}
      onClose={onClose}
    >
      {error && !alarm && <ErrorState compact error={error} listPath="/alarm-logs" onRetry={() => void refetch()} />}
      {!error && !alarm && <Skeletons shape="facts" count={6} />}
      {alarm && tabs && (
        <>
          <AlarmFacts alarm={alarm} />
          <HandleAlarm alarm={alarm} />
          <Resolve alarm={alarm} />
          <Box>
            <PageTabs parameter="view" label={t('detail.views')} tabs={tabs} />
          </Box>
        </>
      )}
    </SidePanel>
  );
}
