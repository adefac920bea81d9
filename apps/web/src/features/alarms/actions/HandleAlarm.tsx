import { Box, Button, MenuItem } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { BellOff, Check, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useSession } from '../../../lib/session.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { MenuButton } from '../../../ui/page/MenuButton.tsx';
import { useAlarmActions } from '../alarm.queries.ts';

const muteHours = [1, 8, 24, 168] as const;
const hourMs = 3_600_000;

/** Acknowledge, take over, and mute: for an alarm that somebody looks after. */
export function HandleAlarm({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const session = useSession();
  const actions = useAlarmActions();
  const { id, acknowledgedAt, assignee, mutedUntil } = alarm;
  if (alarm.status === 'resolved' || !alarm.abilities.handle) return null;
  const isMine = assignee !== null && assignee.id === session?.user?.id;
  const isMutedByHand = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  const ids = [id];

  async function run(action: Promise<unknown>, message: string) {
    try {
      await action;
      showToast({ message });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('handle.failed') });
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        startIcon={<Check aria-hidden />}
        onClick={() =>
          void run(
            actions.acknowledge({ ids, isAcknowledged: acknowledgedAt === null }),
            t(acknowledgedAt === null ? 'handle.acknowledged' : 'handle.unacknowledged'),
          )
        }
      >
        {t(acknowledgedAt === null ? 'handle.acknowledge' : 'handle.unacknowledge')}
      </Button>
      <Button
        startIcon={<UserRound aria-hidden />}
        onClick={() =>
          void run(actions.assign({ ids, to: isMine ? null : 'me' }), t(isMine ? 'handle.released' : 'handle.taken'))
        }
      >
        {t(isMine ? 'handle.release' : 'handle.take')}
      </Button>
      {isMutedByHand ? (
        <Button
          startIcon={<BellOff aria-hidden />}
          onClick={() => void run(actions.mute({ ids, until: null }), t('handle.unmuted'))}
        >
          {t('handle.unmute')}
        </Button>
      ) : (
        <MenuButton label={t('handle.mute')} startIcon={<BellOff aria-hidden />}>
          {(close) =>
            muteHours.map((hours) => (
              <MenuItem
                key={hours}
                onClick={() => {
                  close();
                  const until = new Date(Date.now() + hours * hourMs).toISOString();
                  void run(actions.mute({ ids, until }), t('handle.muted', { until: formats.dateTime(until) }));
                }}
              >
                {t(`handle.muteFor.${hours}`)}
              </MenuItem>
            ))
          }
        </MenuButton>
      )}
    </Box>
  );
}
