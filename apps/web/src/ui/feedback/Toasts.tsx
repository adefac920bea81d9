import { Box, Button, IconButton, Paper, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../navigation/InternalLink.tsx';
import { statusIcons } from '../status/StatusChip.tsx';
import { dismissToast, type Toast, toastStore } from './toast-store.ts';

const shownMs = 5_000;
/** Users need time to read, decide and reach the button. */
const shownWithActionMs = 10_000;

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('ui');
  const [held, setHeld] = useState(false);
  const { id, message, status, undo, link } = toast;
  const Icon = statusIcons[status];

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), undo || link ? shownWithActionMs : shownMs);
    return () => clearTimeout(timer);
  }, [held, id, undo, link]);

  return (
    <Paper
      variant="outlined"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 1.5,
        pr: 0.75,
        py: 0.75,
        boxShadow: 3,
        pointerEvents: 'auto',
        minWidth: { sm: '18rem' },
        maxWidth: '30rem',
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: `${status}.main` }}>
        <Icon size="1.125rem" />
      </Box>
      <Typography sx={{ flex: 1, overflowWrap: 'anywhere' }}>{message}</Typography>
      {link && <InternalLink to={link.to}>{link.label}</InternalLink>}
      {undo && (
        <Button
          size="small"
          variant="text"
          onClick={() => {
            dismissToast(id);
            undo();
          }}
        >
          {t('toast.undo')}
        </Button>
      )}
      <IconButton size="small" aria-label={t('toast.dismiss')} onClick={() => dismissToast(id)}>
        <X aria-hidden />
      </IconButton>
    </Paper>
  );
}

/**
 * Mounted once, near the root. Shows the toasts of `showToast`, newest at the bottom. On phones they appear below the
 * bar of the page: at the bottom they would cover the buttons of dialogs, which fill the screen.
 */
export function Toasts() {
  const { t } = useTranslation('ui');
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <Box
      role="region"
      aria-label={t('toast.region')}
      aria-live="polite"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        left: 0,
        right: 0,
        top: { xs: '4rem', sm: 'auto' },
        bottom: { xs: 'auto', sm: '1.5rem' },
        px: 2,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1,
        pointerEvents: 'none',
      }}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Box>
  );
}
