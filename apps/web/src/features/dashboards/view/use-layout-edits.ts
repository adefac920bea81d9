import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { moveTo } from '../../../ui/order/reorder.ts';
import { useDashboardActions } from '../dashboard.queries.ts';
import { useWidgetTexts } from '../kinds/all-kinds.ts';
import { useWidgetActions } from '../widget.queries.ts';
import type { Sized } from './grid/layout.ts';
import type { WidgetEdits } from './grid/WidgetMenu.tsx';

/** A message about fields that were not saved, with the reason. */
export function useFailureToast() {
  const { t } = useTranslation('dashboards');
  return (key: string) => (error: unknown) => {
    const { message } = failureOf(error);
    showToast({ status: 'error', message: [t(`failed.${key}`), message].filter(Boolean).join(' ') });
  };
}

/** Saves changes of widgets at once; `announcement` reports them to screen readers. */
export function useLayoutEdits(dashboard: Dashboard, onEdit: (widget: Widget) => void) {
  const { t } = useTranslation('dashboards');
  const texts = useWidgetTexts();
  const fail = useFailureToast();
  const { order, configure, duplicate, remove } = useWidgetActions(dashboard.id);
  const { bringBack } = useDashboardActions();
  const [announcement, setAnnouncement] = useState('');
  const { widgets } = dashboard;
  const ids = widgets.map(({ id }) => id);
  const nameOf = ({ title, type }: Widget) => title || texts.title(type);
  const keyMatches = (widgetId: number) => {
    const widget = widgets.find(({ id }) => id === widgetId);
    return widget ? nameOf(widget) : '';
  };

  const onOrder = (next: number[], widgetId: number) => {
    const place = { name: keyMatches(widgetId), place: next.indexOf(widgetId) + 1, count: next.length };
    setAnnouncement(t('edit.moved', place));
    order(next).catch(fail('order'));
  };
  const onResize = async (widgetId: number, { size, minHeightPx }: Sized) => {
    setAnnouncement(t('edit.sized', { name: keyMatches(widgetId), columns: size, height: minHeightPx }));
    await configure({ widgetId, body: { size, minHeightPx } }).catch(fail('size'));
  };

  async function takeAway(widget: Widget) {
    const name = nameOf(widget);
    const { version } = await remove(widget.id);
    const undo = () => void bringBack({ id: dashboard.id, version }).catch(fail('undo'));
    showToast({ message: t('widget.removed', { name }), undo });
  }

  const edits: WidgetEdits = {
    onEdit,
    onDuplicate: (widget) =>
      void duplicate(widget.id).then(
        () => showToast({ message: t('widget.duplicated', { name: nameOf(widget) }) }),
        fail('duplicate'),
      ),
    onRemove: (widget) => void takeAway(widget).catch(fail('remove')),
    onStep: ({ id }, step) => onOrder(moveTo(ids, id, ids.indexOf(id) + step), id),
    onSize: ({ id, minHeightPx }, size) => void onResize(id, { size, minHeightPx }),
    placeOf: ({ id }) => ({ isFirst: ids[0] === id, isLast: ids.at(-1) === id }),
  };
  return { layout: { onOrder, onResize }, edits, announcement };
}
