import type { Clickable, Picture, WidgetAction } from '@stellwerk/plugin/widget-web';
import type { RefObject } from 'react';

/** Access to the rendered picture. */
export interface PictureHandle {
  /** The picture as shown, without its title, in device pixels; null if it is not available. */
  image: () => Promise<HTMLCanvasElement | null>;
}

export interface PictureProps<Shown extends Picture = Picture> {
  picture: Shown;
  /** The kind of the widget, for its texts. */
  type: string;
  widgetTitle: string;
  /** Absent for an unsaved widget; key for the stored position of a map. */
  widgetId?: number | undefined;
  heightPx: number;
  /** Interaction is disabled while the dashboard is edited. */
  isEditing: boolean;
  /** The action of a click on a part of the picture (`clickAction` of the kind); null for none. */
  action?: WidgetAction | null;
  onAction: (action: WidgetAction, clickable: Clickable) => void;
  /** Set while the picture is shown. */
  exportRef?: RefObject<PictureHandle | null> | undefined;
}

export type PictureOf<Is extends Picture['is']> = Extract<Picture, { is: Is }>;
