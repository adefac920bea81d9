import { Box } from '@mui/material';
import { favouriteSizes } from '@stellwerk/contract/favourite';
import { Box as BoxIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../../../ui/lazy-part.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { TwinIcon, useTwin } from '../../twins/index.ts';
import { ownerPath } from './owner-path.ts';
import type { TileBodyProps, TileKind } from './tile-props.ts';

/** Charts and gauges are large, and most tiles are small: the start page loads without them. */
const tilesPart = partOf(() => import('../../states/index.ts').then((module) => module.TwinTiles));

function More({ object, size }: TileBodyProps<'twin'>) {
  const { t } = useTranslation('home');
  const { data: twin, error } = useTwin(object.id);
  // The tile still links to the twin, whose page shows the error.
  if (error && !twin) return null;
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

function Body({ object, size }: TileBodyProps<'twin'>) {
  return (
    <>
      <Box>
        <StatusChip status={object.status} />
      </Box>
      {size !== 'small' && <More object={object} size={size} />}
    </>
  );
}

export const twinTile: TileKind<'twin'> = {
  type: 'twin',
  icon: BoxIcon,
  Sign: ({ object }) => <TwinIcon twin={object} />,
  sizes: favouriteSizes,
  pathOf: (object) => ownerPath(object),
  placeOf: ({ tenantName }) => tenantName,
  Body,
  operatedAt: ['large'],
};
