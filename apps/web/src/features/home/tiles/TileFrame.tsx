import { Box, IconButton, Paper, Tooltip, Typography } from '@mui/material';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import type { OrderHandle } from '../../../ui/order/use-reorder.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../ui/page/actions.ts';

export interface TileFrameProps {
  title: string;
  to: string;
  /** Type of the object. */
  type: string;
  /** Account or parent of the object. */
  place: string;
  sign: ReactNode;
  handle: OrderHandle;
  isDragged: boolean;
  /** The body is interactive; otherwise a press anywhere opens the object. */
  isOperated: boolean;
  actions: readonly PageAction[];
  /** Content of the corner. */
  corner: ReactNode;
  children: ReactNode;
}

/** With a mouse the tools overlay the title on hover; touch and keyboard can always reach them. */
const tools = {
  '@media (hover: hover)': {
    '& .tile-tool': { opacity: 0, transition: 'opacity 120ms' },
    '& .tile-tools': { position: 'absolute', top: 8, right: 8, bgcolor: 'background.paper', borderRadius: 0.75 },
    '&:hover .tile-tool, &:focus-within .tile-tool': { opacity: 1 },
  },
} as const;

/** In a narrow tile the icon alone shows the type. */
const narrow = { '@container (max-width: 13rem)': { display: 'none' } } as const;

function Tools({
  title,
  handle,
  isDragged,
  actions,
}: Pick<TileFrameProps, 'title' | 'handle' | 'isDragged' | 'actions'>) {
  const { t } = useTranslation('home');
  return (
    <Box className="tile-tool tile-tools" sx={{ display: 'flex', flexShrink: 0, position: 'relative', zIndex: 2 }}>
      <Tooltip title={t('order.hint')}>
        <IconButton
          size="small"
          {...handle}
          aria-label={t('order.handle', { title })}
          sx={{ cursor: isDragged ? 'grabbing' : 'grab', touchAction: 'none', color: 'text.muted' }}
        >
          <GripVertical aria-hidden />
        </IconButton>
      </Tooltip>
      <ActionMenu plain actions={actions} label={t('action.menu', { title })} />
    </Box>
  );
}

/** The frame of all tiles: name and place, tools, and a body that may fail without affecting other tiles. */
export function TileFrame(props: TileFrameProps) {
  const { title, to, place, sign, isDragged, isOperated, corner, children } = props;
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'relative',
        containerType: 'inline-size',
        height: '100%',
        minHeight: (theme) => theme.spacing(16),
        p: { xs: 1.5, sm: 2 },
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        '&:hover': { borderColor: 'border.strong' },
        ...(isDragged ? { borderColor: 'primary.main', bgcolor: 'primary.soft' } : {}),
        ...tools,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2" color="textSecondary" noWrap>
            <InternalLink
              to={to}
              color="inherit"
              underline="none"
              title={title}
              sx={{ '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 } }}
            >
              {title}
            </InternalLink>
          </Typography>
          <Typography
            variant="caption"
            color="textMuted"
            component="div"
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}
          >
            <Box
              component="span"
              aria-hidden
              sx={{ display: 'flex', flexShrink: 0, '& svg': { width: 14, height: 14 } }}
            >
              {sign}
            </Box>
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              <Box component="span" sx={narrow}>
                {props.type} ·{' '}
              </Box>
              {place}
            </Box>
          </Typography>
        </Box>
        <Tools {...props} />
      </Box>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          ...(isOperated ? { position: 'relative', zIndex: 1 } : {}),
        }}
      >
        <ErrorBoundary>{children}</ErrorBoundary>
      </Box>
      {corner}
    </Paper>
  );
}
