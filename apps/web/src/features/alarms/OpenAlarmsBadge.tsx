import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useFormats } from '../../lib/formats.ts';
import { useOpenAlarmCounts } from './alarm.queries.ts';

/** The number of open alarms beside the entry of the drawer. */
export function OpenAlarmsBadge() {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const { account } = useChosenAccount();
  const { data } = useOpenAlarmCounts({ tenantId: account?.id });
  const count = data ? data.error + data.warning : 0;
  if (!data || count === 0) return null;
  const worst = data.error > 0 ? 'error' : 'warning';
  return (
    <Box
      component="span"
      aria-label={t('bell.count', { count, number: formats.number(count) })}
      role="img"
      sx={{
        ml: 'auto',
        px: 0.75,
        minWidth: '1.25rem',
        borderRadius: 4,
        typography: 'caption',
        textAlign: 'center',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        color: `${worst}.contrastText`,
        bgcolor: `${worst}.main`,
      }}
    >
      {formats.number(count)}
    </Box>
  );
}
