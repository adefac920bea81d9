import { Box, Paper, Typography } from '@mui/material';
import { type Favourite, type FavouriteSize, favouriteSizes } from '@stellwerk/contract/favourite';
import { ArrowLeft, ArrowRight, Maximize2, StarOff } from 'lucide-react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../../ui/lazy-part.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../ui/page/actions.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';
import { Age } from '../../ui/value/Age.tsx';
import { TwinIcon, useTwin } from '../twins/index.ts';

/** Charts and gauges are heavy, and most tiles are small: the start page comes without them. */
const tilesPart = partOf(() => import('../states/index.ts').then((module) => module.TwinTiles));

interface FavouriteTileProps {
  favourite: Favourite;
  /** A dragged tile hovers here. */
  isTarget: boolean;
  drag: {
    onDragStart: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  onSize: (size: FavouriteSize) => void;
  onForward: (() => void) | undefined;
  onBack: (() => void) | undefined;
  onRemove: () => void;
}

const columns: Record<FavouriteSize, object> = {
  small: {},
  medium: { gridColumn: { sm: 'span 2' } },
  large: { gridColumn: '1 / -1' },
};

function More({ twinId, size }: { twinId: number; size: FavouriteSize }) {
  const { t } = useTranslation('home');
  const { data: twin, error } = useTwin(twinId);
  // The tile itself still leads to the twin, which says what is wrong.
  if (error) return null;
  if (!twin) return <Skeletons shape="lines" />;
  if (size === 'large') {
    const props = { twinId: twin.id, abilities: twin.abilities };
    return <LazyPart part={tilesPart} props={props} fallback={<Skeletons shape="cards" />} />;
  }
  return (
    <Facts
      facts={[
        { label: t('fact.path'), value: twin.ancestors.map(({ title }) => title).join(' › ') },
        { label: t('fact.address'), value: twin.address },
        { label: t('fact.updatedAt'), value: <Age at={twin.updatedAt} /> },
      ]}
    />
  );
}

/** A favourite: small with its status, medium with facts, large with its values as they come. */
export function FavouriteTile(props: FavouriteTileProps) {
  const { favourite, isTarget, drag, onSize, onForward, onBack, onRemove } = props;
  const { t } = useTranslation('home');
  const { twin, size } = favourite;
  const actions: PageAction[] = [
    ...favouriteSizes
      .filter((each) => each !== size)
      .map((each) => ({ label: t(`size.${each}`), icon: Maximize2, onClick: () => onSize(each) })),
    ...(onForward ? [{ label: t('action.forward'), icon: ArrowLeft, onClick: onForward }] : []),
    ...(onBack ? [{ label: t('action.back'), icon: ArrowRight, onClick: onBack }] : []),
    { label: t('action.remove'), icon: StarOff, onClick: onRemove },
  ];
  return (
    <Box component="li" sx={{ minWidth: 0, ...columns[size] }}>
      <Paper
        variant="outlined"
        draggable
        {...drag}
        sx={{
          height: '100%',
          p: 2,
          display: 'flex',
          flexDirection: 'column',
          gap: 1.5,
          ...(isTarget ? { borderColor: 'primary.main', bgcolor: 'primary.soft' } : {}),
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <Box sx={{ pt: 0.375, display: 'flex' }}>
            <TwinIcon twin={twin} size="1.125rem" />
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
              <InternalLink to={`/digitaltwin-mgmt/${twin.id}`} color="inherit" underline="hover">
                {twin.title}
              </InternalLink>
            </Typography>
            <Typography variant="caption" color="textMuted">
              {twin.tenantName}
            </Typography>
          </Box>
          <ActionMenu plain actions={actions} label={t('action.menu', { title: twin.title })} />
        </Box>
        <Box>
          <StatusChip status={twin.status} />
        </Box>
        {size !== 'small' && <More twinId={twin.id} size={size} />}
      </Paper>
    </Box>
  );
}
