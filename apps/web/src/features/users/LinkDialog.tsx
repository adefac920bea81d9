import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { passwordLink } from '@stellwerk/contract/password';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CopyButton } from '../../ui/input/CopyButton.tsx';

export interface LinkDialogProps {
  link: z.output<typeof passwordLink>;
  user: { name: string; email: string };
  onClose: () => void;
}

/** The result of an invitation or a password link: mailed, or shown once for passing it on. */
export function LinkDialog({ link: { mailed, link }, user, onClose }: LinkDialogProps) {
  const { t } = useTranslation('users');
  const titleId = useId();
  const outcome = mailed ? 'mailed' : link === null ? 'none' : 'shown';
  return (
    <Dialog open onClose={outcome === 'shown' ? () => {} : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t(`link.${outcome}.title`, { name: user.name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t(`link.${outcome}.text`, user)}</Typography>
        {link !== null && (
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              p: 1.5,
              border: 1,
              borderColor: 'border.main',
              borderRadius: 1,
              bgcolor: 'background.raised',
            }}
          >
            <Box
              component="code"
              data-testid="password-link"
              sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', typography: 'body2' }}
            >
              {link}
            </Box>
            <CopyButton text={link} label={t('link.copy')} />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('link.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
