import { Box, IconButton, Paper, Tooltip, Typography } from '@mui/material';
import { GripVertical } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../../ui/feedback/Boundary.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../ui/page/actions.ts';

export interface TileFrameProps {
  title: string;
  to: string;
  /** What it is. */
  type: string;
  /** Where it belongs. */
  place: string;
  sign: ReactNode;
  handle: Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown'>;
  isDragged: boolean;
  /** The body is operated by itself; otherwise a press anywhere opens the object. */
  isOperated: boolean;
  actions: readonly PageAction[];
  /** In the corner. */
  corner: ReactNode;
  children: ReactNode;
}

/** With a mouse the tools lie over the title once it comes near; fingers and the keyboard find them always. */
const tools = {
  '@media (hover: hover)': {
    '& .tile-tool': { opacity: 0, transition: 'opacity 120ms' },
    '& .tile-tools': { position: 'absolute', top: 8, right: 8, bgcolor: 'background.paper', borderRadius: 0.75 },
    '&:hover .tile-tool, &:focus-within .tile-tool': { opacity: 1 },
  },
} as const;

/** Where there is little room, the sign alone says what it is. */
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

/** What all tiles have in common: name and place, tools, and a body that may fail without the others. */
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
        <Boundary>{children}</Boundary>
      </Box>
      {corner}
    </Paper>
  );
}
