import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';
import type { Sized } from './layout.ts';
import type { useWidgetResize } from './use-widget-resize.ts';

interface ResizeHandleProps {
  name: string;
  sized: Sized;
  handle: ReturnType<typeof useWidgetResize>['handle'];
}

/** The corner that resizes a widget by dragging or by arrow keys. */
export function ResizeHandle({ name, sized, handle }: ResizeHandleProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Box
      component="button"
      type="button"
      aria-label={t('edit.resize', { name })}
      title={t('edit.resizeHelp')}
      {...handle}
      sx={{
        position: 'absolute',
        right: 0,
        bottom: 0,
        width: (theme) => theme.spacing(3),
        height: (theme) => theme.spacing(3),
        p: 0,
        border: 0,
        bgcolor: 'transparent',
        cursor: 'nwse-resize',
        touchAction: 'none',
        zIndex: 2,
        borderRadius: 1,
        '&::after': {
          content: '""',
          position: 'absolute',
          right: (theme) => theme.spacing(0.625),
          bottom: (theme) => theme.spacing(0.625),
          width: (theme) => theme.spacing(1.25),
          height: (theme) => theme.spacing(1.25),
          borderRight: 2,
          borderBottom: 2,
          borderColor: 'text.muted',
          borderBottomRightRadius: (theme) => theme.spacing(0.5),
        },
        '&:hover::after, &:focus-visible::after': { borderColor: 'primary.main' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid', outlineOffset: -2 },
      }}
    >
      <Box component="span" role="status" sx={visuallyHidden}>
        {t('edit.size', { columns: sized.size, height: sized.minHeightPx })}
      </Box>
    </Box>
  );
}
