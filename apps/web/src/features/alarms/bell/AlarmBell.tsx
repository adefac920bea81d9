import { Badge, Box, Divider, FormControlLabel, IconButton, Popover, Switch, Tooltip, Typography } from '@mui/material';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useSession } from '../../../lib/session.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { AlarmSeverity } from '../AlarmChips.tsx';
import { useNewestOpenAlarms, useOpenAlarmCounts } from '../alarm.queries.ts';
import { useLiveAlarms } from '../use-live-alarms.ts';
import { useNotices } from './use-notices.ts';

/** Subscribes to one account: hooks cannot be called in a loop, components can. */
function LiveAccount({ id }: { id: number }) {
  useLiveAlarms(id);
  return null;
}

/** The open alarms at a glance, from every page. Keeps everything that shows alarms up to date. */
export function AlarmBell() {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const session = useSession();
  const { account, accounts } = useChosenAccount();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { data: counts } = useOpenAlarmCounts({ tenantId: account?.id });
  const { data: newest } = useNewestOpenAlarms(account?.id);
  const notices = useNotices(newest);
  const count = counts ? counts.error + counts.warning : 0;
  const label = t('bell.count', { count, number: formats.number(count) });
  const ids = new Set([session?.tenantId, ...accounts.map(({ id }) => id)].filter((id) => typeof id === 'number'));
  const close = () => setAnchor(undefined);
  return (
    <>
      {[...ids].map((id) => (
        <LiveAccount key={id} id={id} />
      ))}
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
          <Badge
            badgeContent={count}
            max={99}
            color={counts && counts.error > 0 ? 'error' : 'warning'}
            slotProps={{ badge: { 'aria-hidden': true } }}
          >
            <Bell aria-hidden />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={close}
        // A link leads to another page.
        onClick={({ target }) => target instanceof Element && target.closest('a') && close()}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('bell.title'), sx: { width: '24rem', p: 2 } } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1.5 }}>
          <Typography variant="h2" sx={{ flex: 1 }}>
            {t('bell.title')}
          </Typography>
          <InternalLink to="/alarm-logs?status=unresolved">{t('bell.all')}</InternalLink>
        </Box>
        {newest?.length === 0 && <Typography color="textSecondary">{t('bell.none')}</Typography>}
        <Box component="ul" sx={{ display: 'grid', gap: 1.25, m: 0, p: 0, listStyle: 'none' }}>
          {newest?.map((alarm) => (
            <Box component="li" key={alarm.id} sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
              <Box sx={{ flexShrink: 0 }}>
                <AlarmSeverity severity={alarm.severity} />
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <InternalLink to={`/alarm-logs?alarm=${alarm.id}`} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
                  {alarm.message}
                </InternalLink>
                <Typography variant="caption" component="div" color="textMuted" noWrap>
                  {alarm.origin?.title ?? alarm.tenantName} · <Age at={alarm.date} />
                </Typography>
              </Box>
            </Box>
          ))}
        </Box>
        <Divider sx={{ my: 1.5 }} />
        <FormControlLabel
          label={t('bell.notify')}
          control={
            <Switch
              checked={notices.isOn}
              disabled={notices.isRefused}
              onChange={(_, isOn) => void notices.change(isOn)}
            />
          }
        />
        <Typography variant="caption" component="div" color="textMuted">
          {t(notices.isRefused ? 'bell.refused' : 'bell.notifyHelp')}
        </Typography>
      </Popover>
    </>
  );
}
