import { Skeleton } from '@mui/material';
import type { Widget } from '@stellwerk/contract/dashboard';
import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import { memo, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { ErrorBoundary } from '../../../../ui/feedback/ErrorBoundary.tsx';
import { useWidgetAction } from '../../actions/use-widget-action.ts';
import { useWidgetTexts } from '../../kinds/all-kinds.ts';
import type { PictureHandle } from '../../pictures/picture-props.ts';
import { WidgetPicture } from '../../pictures/WidgetPicture.tsx';
import type { LiveWidget } from '../data/live-values.ts';
import type { WidgetSpan } from '../data/use-widget-data.ts';
import { WidgetProblem } from './WidgetProblem.tsx';

export interface WidgetContentProps {
  widget: Pick<Widget, 'id' | 'type'>;
  /** Undefined for an unknown kind or unreadable options. */
  kind: LiveWidget | undefined;
  answer: WidgetAnswer | undefined;
  span: WidgetSpan | undefined;
  parameters: ReadonlyMap<string, string>;
  title: string;
  heightPx: number;
  isEditing: boolean;
  onRetry?: (() => void) | undefined;
  exportRef?: RefObject<PictureHandle | null> | undefined;
}

type Drawn = WidgetContentProps & { kind: LiveWidget; span: WidgetSpan; data: unknown };

function Drawing({ widget, kind, span, data, parameters, title, heightPx, isEditing, exportRef }: Drawn) {
  const { locale } = useFormats();
  const t = useWidgetTexts().of(widget.type);
  const { run } = useWidgetAction({ parameters, isEditing });
  const { web, options } = kind;
  const picture = useMemo(
    () => web.picture({ options, data, span, parameters, locale, t }),
    [web, options, data, span, parameters, locale, t],
  );
  return (
    <WidgetPicture
      picture={picture}
      type={widget.type}
      widgetTitle={title}
      widgetId={widget.id}
      heightPx={heightPx}
      isEditing={isEditing}
      action={web.clickAction?.(options) ?? null}
      onAction={run}
      exportRef={exportRef}
    />
  );
}

/** The content of a widget: its picture, its error, or a skeleton while it loads. */
export const WidgetContent = memo(function WidgetContent(props: WidgetContentProps) {
  const { kind, answer, span, widget, onRetry } = props;
  const { t } = useTranslation('dashboards');
  if (answer && 'error' in answer) return <WidgetProblem message={answer.error.message} onRetry={onRetry} />;
  if (!answer || !span) return <Skeleton variant="rounded" width="100%" height="100%" aria-hidden />;
  if (!kind) return <WidgetProblem message={t('widget.unknown', { type: widget.type })} />;
  return (
    <ErrorBoundary>
      <Drawing {...props} kind={kind} span={span} data={answer.data} />
    </ErrorBoundary>
  );
});
