import { Box } from '@mui/material';
import type { UserRow } from '@stellwerk/contract/user';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

/** Whether a user can sign in, and how. */
export function UserStatus({ user }: { user: Pick<UserRow, 'active' | 'invited' | 'mfa' | 'kind'> }) {
  const { t } = useTranslation('users');
  const isWaiting = user.invited && user.kind === 'person';
  const status = !user.active ? 'unknown' : isWaiting ? 'info' : 'ok';
  const word = !user.active ? 'deactivated' : isWaiting ? 'invited' : 'active';
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusChip status={status} label={t(`status.${word}`)} />
      {user.kind === 'api' && <NeutralChip label={t('status.api')} />}
      {user.mfa && <NeutralChip label={t('status.mfa')} />}
    </Box>
  );
}
