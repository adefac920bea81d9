import type { Clickable, Picture, WidgetAction } from '@stellwerk/plugin/widget-web';
import type { RefObject } from 'react';

/** What a picture can give away of itself. */
export interface PictureHandle {
  /** As it stands on the screen, without its title, in device pixels; null where it can't be had. */
  image: () => Promise<HTMLCanvasElement | null>;
}

export interface PictureProps<Shown extends Picture = Picture> {
  picture: Shown;
  /** The kind of the widget, for the texts it brings along. */
  type: string;
  widgetTitle: string;
  /** Absent while it is not saved; the browser remembers where a map stood by it. */
  widgetId?: number | undefined;
  heightPx: number;
  /** Nothing can be clicked while the dashboard is edited. */
  isEditing: boolean;
  /** What a click on a part of it does (`clickAction` of the kind); null where it does nothing. */
  action?: WidgetAction | null;
  onAction: (action: WidgetAction, clickable: Clickable) => void;
  /** Is filled with a handle while the picture is shown. */
  exportRef?: RefObject<PictureHandle | null> | undefined;
}

export type PictureOf<Is extends Picture['is']> = Extract<Picture, { is: Is }>;
