import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import type { PictureInput } from '@stellwerk/plugin/widget-web';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { useWidgetTexts } from '../kinds/all-kinds.ts';
import { useWidgetPreview, type WidgetPreviewQuery } from '../widget.queries.ts';
import { useEditing } from './editor-context.ts';
import { PreviewFrame } from './PreviewFrame.tsx';
import { pathOfInterval, wholeOptions } from './widget-form.ts';

export interface EditorPreviewProps {
  dataQuery: Omit<WidgetPreviewQuery, 'definition'>;
  onObstacle: (obstacle: Obstacle | undefined) => void;
}

/** A text that says why a widget with these options cannot be saved. */
export interface Obstacle {
  text: string;
  options: string;
}

type Shown = Pick<PictureInput<Record<string, unknown>, unknown>, 'options' | 'data' | 'span'>;

/** Data of the last query together with its options, so that both change at once. */
function usePreview(dataQuery: Omit<WidgetPreviewQuery, 'definition'>) {
  const { type, web } = useEditing();
  const entered: unknown = useWatch({ name: 'options' });
  const whole = useMemo(() => wholeOptions(web, entered), [web, entered]);
  const rested = useDebouncedValue(JSON.stringify(whole ?? null));
  const definition = useMemo(() => {
    const options = JSON.parse(rested);
    return options === null || !web ? undefined : { type, options };
  }, [rested, type, web]);
  const answer = useWidgetPreview({ ...dataQuery, definition });
  const [last, setLast] = useState<{ answer: unknown; shown: Shown }>();
  if (answer.data && definition && !answer.isPlaceholderData && last?.answer !== answer.data) {
    setLast({ answer: answer.data, shown: { options: definition.options, ...answer.data } });
  }
  return { ...answer, shown: last?.shown, isWhole: whole !== undefined };
}

/** More points than a chart may have: offers the suitable interval as a button. */
function PreviewError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('dashboards');
  const { web, type } = useEditing();
  const texts = useWidgetTexts();
  const { setValue } = useFormContext();
  const path = pathOfInterval(web);
  const interval = isApiError(error) && error.code === 'WIDGET_TOO_MANY_POINTS' ? error.params?.interval : undefined;
  if (path === undefined || typeof interval !== 'string') return <ErrorState compact error={error} onRetry={onRetry} />;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', pb: 2 }}>
      <ErrorState compact error={error} />
      <Button variant="contained" onClick={() => setValue(`options.${path}`, interval, { shouldDirty: true })}>
        {t('editor.preview.useInterval', {
          interval: texts.find(type, `field.${path}.value.${interval}`) ?? interval,
        })}
      </Button>
    </Box>
  );
}

/** Renders the widget with the current values of the form. */
export function EditorPreview({ dataQuery, onObstacle }: EditorPreviewProps) {
  const { t } = useTranslation('dashboards');
  const { web, type } = useEditing();
  const { locale } = useFormats();
  const texts = useWidgetTexts();
  const { shown, error, isFetching, isWhole, refetch } = usePreview(dataQuery);
  const input = useMemo(
    () => shown && { ...shown, parameters: dataQuery.parameters, locale, t: texts.of(type) },
    [shown, dataQuery.parameters, locale, texts, type],
  );
  const warnings = useMemo(
    () =>
      web?.warnings && input
        ? web.warnings(input).map(({ key, isBlocking }) => ({ text: texts.of(type)(key), isBlocking }))
        : [],
    [web, input, texts, type],
  );
  const obstacle = useMemo(() => {
    const text = warnings.find(({ isBlocking }) => isBlocking)?.text;
    return text === undefined ? undefined : { text, options: JSON.stringify(input?.options) };
  }, [warnings, input]);
  const tell = useEffectEvent(onObstacle);
  useEffect(() => tell(obstacle), [obstacle]);

  // A picture that failed to render is retried with the next change, not only by hand.
  const [failed, setFailed] = useState<object>();
  const [attempt, setAttempt] = useState(0);
  if (failed && failed !== input) {
    setFailed(undefined);
    setAttempt(attempt + 1);
  }

  const content = () => {
    if (!web) return <Typography color="textSecondary">{t('editor.preview.unknown')}</Typography>;
    if (error) return <PreviewError error={error} onRetry={() => void refetch()} />;
    if (!input) return <Skeletons shape="block" height={30} />;
    return (
      <ErrorBoundary key={attempt} onError={() => setFailed(input)}>
        <PreviewFrame input={input} web={web} dataQuery={dataQuery} />
      </ErrorBoundary>
    );
  };
  return (
    <Box
      component="section"
      aria-label={t('editor.preview.title')}
      sx={{
        minHeight: 0,
        minWidth: 0,
        overflow: 'auto',
        borderRadius: 1,
        border: 1,
        borderColor: 'border.main',
        bgcolor: 'background.default',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Box sx={{ height: 4, flexShrink: 0 }}>
        {isFetching && <LinearProgress aria-label={t('editor.preview.loading')} />}
      </Box>
      <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {!isWhole && web && <Alert severity="info">{t('editor.preview.notWhole')}</Alert>}
        {warnings.map(({ text, isBlocking }) => (
          <Alert key={text} severity={isBlocking ? 'error' : 'warning'}>
            {text}
          </Alert>
        ))}
        {content()}
      </Box>
    </Box>
  );
}
