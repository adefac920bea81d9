import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useWidgetTexts } from '../kinds/all-kinds.ts';
import { PictureFrame } from './PictureFrame.tsx';
import type { PictureOf, PictureProps } from './picture-props.ts';

/**
 * Why the widget is empty: `<key>.title` and optionally `<key>.description`, or the key itself, in the kind's texts.
 */
export function NotePicture({ picture: { key }, type, heightPx }: PictureProps<PictureOf<'note'>>) {
  const { find } = useWidgetTexts();
  return (
    <PictureFrame heightPx={heightPx}>
      <EmptyState
        compact
        title={find(type, `${key}.title`) ?? find(type, key) ?? key}
        description={find(type, `${key}.description`) ?? ''}
      />
    </PictureFrame>
  );
}
