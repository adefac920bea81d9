import { Box } from '@mui/material';
import type { RuleRow } from '@stellwerk/contract/rule-calls';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { isPaused } from './is-paused.ts';

/** Whether a rule is active, and whether it needs attention. */
export function RuleState({ rule }: { rule: Pick<RuleRow, 'active' | 'status' | 'openAlarm'> }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const { active, status, openAlarm } = rule;
  const { pausedUntil, limited } = status;
  const paused = isPaused(rule);
  const isOrdinary = active && !paused && !openAlarm && limited === 0;
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      {!active && <NeutralChip label={t('monitor.state.off')} />}
      {active && paused && pausedUntil !== null && (
        <StatusChip
          status="error"
          label={t('monitor.state.paused')}
          reason={t('monitor.pausedReason', { at: formats.dateTime(pausedUntil) })}
        />
      )}
      {isOrdinary && <StatusChip status="ok" label={t('monitor.state.active')} />}
      {openAlarm && <StatusChip status={openAlarm.severity} label={t(`monitor.alarmOpen.${openAlarm.severity}`)} />}
      {limited > 0 && (
        <StatusChip
          status="warning"
          label={t('history.commandState.limited')}
          reason={t('monitor.limitedBy', { count: limited, number: formats.number(limited) })}
        />
      )}
    </Box>
  );
}
