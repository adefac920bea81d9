import { Box, IconButton, Paper, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface MapPanelProps {
  title: string;
  /** In front of the cross, such as the way to the page of what is shown. */
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Beside the map on wide screens, over its lower half on phones. */
export function MapPanel({ title, action, onClose, children }: MapPanelProps) {
  const { t } = useTranslation('twin-map');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever opened it by keyboard goes on inside.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      sx={{
        position: 'absolute',
        zIndex: 15,
        display: 'flex',
        flexDirection: 'column',
        left: (theme) => ({ xs: theme.spacing(1), md: theme.spacing(1.5) }),
        right: (theme) => ({ xs: theme.spacing(1), md: 'auto' }),
        bottom: (theme) => ({ xs: theme.spacing(1), md: theme.spacing(9.5) }),
        top: (theme) => ({ xs: '45%', md: theme.spacing(1.5) }),
        width: { md: '24rem' },
        overflow: 'hidden',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 2,
          pr: 1,
          py: 1,
          borderBottom: 1,
          borderColor: 'border.main',
        }}
      >
        <Typography
          id={id}
          ref={heading}
          tabIndex={-1}
          variant="h2"
          sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', outline: 'none' }}
        >
          {title}
        </Typography>
        {action}
        <IconButton aria-label={t('panel.close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 1.5 }}>{children}</Box>
    </Paper>
  );
}
