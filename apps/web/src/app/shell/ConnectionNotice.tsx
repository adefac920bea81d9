import { Box } from '@mui/material';
import { ServerOff, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../lib/connection.ts';
import { sessionStore } from '../../lib/session.ts';

const retryMs = 5_000;

/** Says that the connection is lost, and polls the server until it is back. */
export function ConnectionNotice() {
  const { t } = useTranslation('app');
  const state = useConnection();
  useEffect(() => {
    if (state !== 'unreachable') return;
    const timer = setInterval(() => void sessionStore.check(), retryMs);
    return () => clearInterval(timer);
  }, [state]);
  const Icon = state === 'offline' ? WifiOff : ServerOff;
  return (
    <Box role="status">
      {state !== 'online' && (
        <Box
          sx={{
            px: 3,
            py: 1,
            display: 'flex',
            alignItems: 'center',
            gap: 1.25,
            bgcolor: 'warning.soft',
            color: 'text.primary',
            borderBottom: 1,
            borderColor: 'border.main',
            '& > svg': { color: 'warning.main', width: 18, height: 18, flexShrink: 0 },
          }}
        >
          <Icon aria-hidden />
          {t(`connection.${state}`)}
        </Box>
      )}
    </Box>
  );
}
