import type { Picture } from '@stellwerk/plugin/widget-web';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart, type Part, partOf } from '../../../ui/lazy-part.tsx';
import { sizes } from '../../../ui/theme/tokens.ts';
import type { PictureOf, PictureProps } from './picture-props.ts';

type Renderers = { [Is in Picture['is']]: Part<PictureProps<PictureOf<Is>>> };

/** Each renderer loads with the first picture of its type: maps and tables need other libraries than charts. */
const renderers: Renderers = {
  chart: partOf(() => import('./ChartPicture.tsx').then((module) => module.ChartPicture)),
  value: partOf(() => import('./ValuePicture.tsx').then((module) => module.ValuePicture)),
  code: partOf(() => import('./CodePicture.tsx').then((module) => module.CodePicture)),
  note: partOf(() => import('./NotePicture.tsx').then((module) => module.NotePicture)),
  table: partOf(() => import('./TablePicture.tsx').then((module) => module.TablePicture)),
  map: partOf(() => import('./MapPicture.tsx').then((module) => module.MapPicture)),
  dashboard: partOf(() => import('./NestedPicture.tsx').then((module) => module.NestedPicture)),
};

/** Preloads the renderers of these pictures while their data is loading. */
export function preloadRenderers(pictures: Iterable<Picture['is']>): void {
  for (const is of new Set(pictures)) renderers[is].loadAhead();
}

/** Renders the picture that a kind of widget returns. */
export function WidgetPicture(props: PictureProps) {
  // The table maps each type of picture to its own renderer, which the compiler cannot follow through a lookup.
  const part = renderers[props.picture.is] as unknown as Part<PictureProps>;
  const fallback = <Skeletons shape="block" height={props.heightPx / sizes.unit} />;
  return <LazyPart part={part} props={props} fallback={fallback} />;
}
