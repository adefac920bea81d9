import type { Picture } from '@stellwerk/plugin/widget-web';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart, type Part, partOf } from '../../../ui/lazy-part.tsx';
import { sizes } from '../../../ui/theme/tokens.ts';
import type { PictureOf, PictureProps } from './picture-props.ts';

type Drawers = { [Is in Picture['is']]: Part<PictureProps<PictureOf<Is>>> };

/** Each comes with the first picture of its kind: maps and tables need what charts don't. */
const drawers: Drawers = {
  chart: partOf(() => import('./ChartPicture.tsx').then((module) => module.ChartPicture)),
  value: partOf(() => import('./ValuePicture.tsx').then((module) => module.ValuePicture)),
  code: partOf(() => import('./CodePicture.tsx').then((module) => module.CodePicture)),
  note: partOf(() => import('./NotePicture.tsx').then((module) => module.NotePicture)),
  table: partOf(() => import('./TablePicture.tsx').then((module) => module.TablePicture)),
  map: partOf(() => import('./MapPicture.tsx').then((module) => module.MapPicture)),
  dashboard: partOf(() => import('./NestedPicture.tsx').then((module) => module.NestedPicture)),
};

/** Loads the code that will draw such pictures, while their data is still awaited. */
export function loadDrawers(pictures: Iterable<Picture['is']>): void {
  for (const is of new Set(pictures)) drawers[is].loadAhead();
}

/** Draws what a kind of widget says it looks like. */
export function WidgetPicture(props: PictureProps) {
  // The table pairs each kind of picture with its own drawer, which the compiler can't follow through a lookup.
  const part = drawers[props.picture.is] as unknown as Part<PictureProps>;
  const fallback = <Skeletons shape="block" height={props.heightPx / sizes.unit} />;
  return <LazyPart part={part} props={props} fallback={fallback} />;
}
