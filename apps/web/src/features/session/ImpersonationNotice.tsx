import { Box, Button } from '@mui/material';
import { UserRoundCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useImpersonation } from './session.queries.ts';

interface ImpersonationNoticeProps {
  impersonator: string;
  user: string;
}

/** Visible during an impersonation, with a button to end it. */
export function ImpersonationNotice({ impersonator, user }: ImpersonationNoticeProps) {
  const { t } = useTranslation('session');
  const { restore } = useImpersonation();
  const goBack = () =>
    restore.mutate(undefined, {
      onSuccess: () => window.location.reload(),
      onError: (error) => showToast({ status: 'error', message: error.message }),
    });
  return (
    <Box
      component="section"
      aria-label={t('impersonate.notice')}
      sx={{
        px: { xs: 2, md: 3 },
        py: 0.75,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.25,
        rowGap: 0.5,
        bgcolor: 'warning.soft',
        color: 'text.primary',
        borderBottom: 1,
        borderColor: 'border.main',
        '& > svg': { color: 'warning.main', width: 18, height: 18, flexShrink: 0 },
      }}
    >
      <UserRoundCog aria-hidden />
      <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        {t('impersonate.acting', { impersonator, user })}
      </Box>
      <Button size="small" loading={restore.isPending} onClick={goBack}>
        {t('impersonate.restore')}
      </Button>
    </Box>
  );
}
