import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';

interface WidgetHeaderProps {
  id: string;
  title: string;
  /** The title is for screen readers only. */
  isHiddenTitle: boolean;
  /** Small tiles have a smaller title, so that the number stands out. */
  isQuiet: boolean;
  /** Overlays the content and appears on hover. */
  isFloating: boolean;
  /** Before the title. */
  handle?: ReactNode;
  menu: ReactNode;
}

/** Touch screens have no hover and always show it. */
const shownOnHover = {
  '@media (hover: hover)': {
    opacity: 0,
    'section:hover > &, section:focus-within > &, section:hover > header &, section:focus-within > header &': {
      opacity: 1,
    },
  },
} as const;

export function WidgetHeader({ id, title, isHiddenTitle, isQuiet, isFloating, handle, menu }: WidgetHeaderProps) {
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        minHeight: (theme) => theme.spacing(isQuiet ? 3 : 3.5),
        pl: handle ? 0.5 : 2,
        pr: 1,
        mt: isQuiet ? 1 : 1.25,
        ...(isFloating
          ? { position: 'absolute', insetInline: 0, top: 0, zIndex: 2, pointerEvents: 'none', ...shownOnHover }
          : {}),
      }}
    >
      {handle}
      <Typography
        id={id}
        component="h2"
        noWrap
        title={title}
        variant={isQuiet ? 'subtitle2' : 'h2'}
        color={isQuiet ? 'textSecondary' : 'textPrimary'}
        sx={{
          flex: 1,
          minWidth: 0,
          ...(isQuiet ? {} : { fontSize: '0.9375rem' }),
          ...(isHiddenTitle ? visuallyHidden : {}),
          ...(isFloating && !isHiddenTitle
            ? { flex: '0 1 auto', px: 1, borderRadius: 1, bgcolor: 'background.paper', pointerEvents: 'auto' }
            : {}),
        }}
      >
        {title}
      </Typography>
      {isFloating && <Box sx={{ flex: 1 }} />}
      <Box
        data-print="hide"
        sx={{ display: 'flex', pointerEvents: 'auto', '& button': { p: 0.5 }, ...(isFloating ? {} : shownOnHover) }}
      >
        {menu}
      </Box>
    </Box>
  );
}
