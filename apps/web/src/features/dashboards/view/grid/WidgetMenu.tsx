import type { Widget } from '@stellwerk/contract/dashboard';
import {
  ArrowLeft,
  ArrowRight,
  Copy,
  FileSpreadsheet,
  FoldHorizontal,
  Image as ImageIcon,
  Maximize2,
  Pencil,
  RefreshCw,
  Trash2,
  UnfoldHorizontal,
} from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { useCanvasColours } from '../../../../ui/canvas/use-canvas-colours.ts';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { ActionMenu } from '../../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../../ui/page/actions.ts';
import { saveCsv } from '../../export/csv.ts';
import { savePng } from '../../export/png.ts';
import { useWidgetTexts } from '../../kinds/all-kinds.ts';
import type { PictureHandle } from '../../pictures/picture-props.ts';
import type { WidgetData } from '../data/use-widget-data.ts';
import { columnCount } from './layout.ts';

/** The actions for one widget in edit mode. */
export interface WidgetEdits {
  onEdit: (widget: Widget) => void;
  onDuplicate: (widget: Widget) => void;
  onRemove: (widget: Widget) => void;
  onStep: (widget: Widget, step: -1 | 1) => void;
  onSize: (widget: Widget, size: number) => void;
  /** Its position among the widgets. */
  placeOf: (widget: Widget) => { isFirst: boolean; isLast: boolean };
}

export interface WidgetTools {
  onRefresh: (widget: Widget) => void;
  onFullScreen?: ((widget: Widget) => void) | undefined;
  edits?: WidgetEdits | undefined;
}

interface WidgetMenuProps {
  widget: Widget;
  name: string;
  data: WidgetData;
  parameters: ReadonlyMap<string, string>;
  tools: WidgetTools;
  exportRef: RefObject<PictureHandle | null>;
}

function useExports({ widget, name, data, parameters, exportRef }: WidgetMenuProps): PageAction[] {
  const { t } = useTranslation('dashboards');
  const { locale } = useFormats();
  const colours = useCanvasColours();
  const texts = useWidgetTexts().of(widget.type);
  const kind = data.widgets.find(({ id }) => id === widget.id);
  const answer = data.answers?.get(widget.id);
  const span = data.spanOf(widget.id);
  if (!kind || !answer || !('data' in answer) || !span) return [];
  const { csv } = kind.web;
  const savePicture = async () => {
    const isSaved = await savePng(exportRef.current, name, colours).catch(() => false);
    if (!isSaved) showToast({ status: 'warning', message: t('widget.noPicture') });
  };
  return [
    { label: t('widget.png'), icon: ImageIcon, onClick: () => void savePicture() },
    ...(csv
      ? [
          {
            label: t('widget.csv'),
            icon: FileSpreadsheet,
            onClick: () =>
              saveCsv(csv({ options: kind.options, data: answer.data, span, parameters, locale, t: texts }), name),
          },
        ]
      : []),
  ];
}

function useEditActions({ widget, tools: { edits } }: WidgetMenuProps): PageAction[] {
  const { t } = useTranslation('dashboards');
  if (!edits) return [];
  const { isFirst, isLast } = edits.placeOf(widget);
  const { size } = widget;
  const offered: [boolean, PageAction][] = [
    [true, { label: t('widget.edit'), icon: Pencil, onClick: () => edits.onEdit(widget) }],
    [true, { label: t('widget.duplicate'), icon: Copy, onClick: () => edits.onDuplicate(widget) }],
    [!isFirst, { label: t('widget.earlier'), icon: ArrowLeft, onClick: () => edits.onStep(widget, -1) }],
    [!isLast, { label: t('widget.later'), icon: ArrowRight, onClick: () => edits.onStep(widget, 1) }],
    [
      size < columnCount,
      { label: t('widget.wider'), icon: UnfoldHorizontal, onClick: () => edits.onSize(widget, size + 1) },
    ],
    [size > 1, { label: t('widget.narrower'), icon: FoldHorizontal, onClick: () => edits.onSize(widget, size - 1) }],
    [true, { label: t('widget.remove'), icon: Trash2, danger: true, onClick: () => edits.onRemove(widget) }],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, action]) => action);
}

export function WidgetMenu(props: WidgetMenuProps) {
  const { widget, name, tools } = props;
  const { t } = useTranslation('dashboards');
  const edits = useEditActions(props);
  const exports = useExports(props);
  const { onFullScreen } = tools;
  const actions: PageAction[] = [
    ...edits,
    { label: t('widget.refresh'), icon: RefreshCw, onClick: () => tools.onRefresh(widget) },
    ...(onFullScreen ? [{ label: t('widget.fullScreen'), icon: Maximize2, onClick: () => onFullScreen(widget) }] : []),
    ...exports,
  ];
  return <ActionMenu plain label={t('widget.menu', { name })} actions={actions} />;
}
