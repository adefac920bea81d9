import { favouriteSizes } from '@stellwerk/contract/favourite';
import { Activity } from 'lucide-react';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../../../ui/lazy-part.tsx';
import { ownerPath } from './owner-path.ts';
import type { TileBodyProps, TileKind } from './tile-props.ts';

/** State visuals are a large chunk, so they are loaded lazily after the page has rendered. */
const bodyPart = partOf(() => import('./StateBody.tsx').then((module) => module.StateBody));
const signPart = partOf(() => import('./StateBody.tsx').then((module) => module.StateSign));

const Body = (props: TileBodyProps<'state'>) => (
  <LazyPart part={bodyPart} props={props} fallback={<Skeletons shape="lines" count={2} />} />
);

export const stateTile: TileKind<'state'> = {
  type: 'state',
  icon: Activity,
  Sign: ({ object }) => <LazyPart part={signPart} props={{ icon: object.icon }} fallback={null} />,
  sizes: favouriteSizes,
  pathOf: ({ dtwin }) => ownerPath(dtwin, 'states'),
  placeOf: ({ dtwin }) => dtwin.title,
  Body,
  operatedAt: ['large'],
};
