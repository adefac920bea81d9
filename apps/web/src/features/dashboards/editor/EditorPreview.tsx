import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import type { PictureInput } from '@stellwerk/plugin/widget-web';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Boundary } from '../../../ui/feedback/Boundary.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useRested } from '../../../ui/use-rested.ts';
import { useWidgetTexts } from '../kinds/all-kinds.ts';
import { type PreviewQuestion, useWidgetPreview } from '../widget.queries.ts';
import { useEditing } from './editor-context.ts';
import { PreviewFrame } from './PreviewFrame.tsx';
import { pathOfInterval, wholeOptions } from './widget-form.ts';

export interface EditorPreviewProps {
  question: Omit<PreviewQuestion, 'definition'>;
  onObstacle: (obstacle: Obstacle | undefined) => void;
}

/** What keeps the widget from being saved, in words, while its options are these. */
export interface Obstacle {
  text: string;
  options: string;
}

type Shown = Pick<PictureInput<Record<string, unknown>, unknown>, 'options' | 'data' | 'span'>;

/** Data of what was asked last, with the options that they were asked for: both change together. */
function usePreview(question: Omit<PreviewQuestion, 'definition'>) {
  const { type, web } = useEditing();
  const entered: unknown = useWatch({ name: 'options' });
  const whole = useMemo(() => wholeOptions(web, entered), [web, entered]);
  const rested = useRested(JSON.stringify(whole ?? null));
  const definition = useMemo(() => {
    const options = JSON.parse(rested);
    return options === null || !web ? undefined : { type, options };
  }, [rested, type, web]);
  const answer = useWidgetPreview({ ...question, definition });
  const [last, setLast] = useState<{ answer: unknown; shown: Shown }>();
  if (answer.data && definition && !answer.isPlaceholderData && last?.answer !== answer.data) {
    setLast({ answer: answer.data, shown: { options: definition.options, ...answer.data } });
  }
  return { ...answer, shown: last?.shown, isWhole: whole !== undefined };
}

/** More points than a chart may have: the interval that would do is one click away. */
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

/** What the widget will look like with what is entered so far. */
export function EditorPreview({ question, onObstacle }: EditorPreviewProps) {
  const { t } = useTranslation('dashboards');
  const { web, type } = useEditing();
  const { locale } = useFormats();
  const texts = useWidgetTexts();
  const { shown, error, isFetching, isWhole, refetch } = usePreview(question);
  const input = useMemo(
    () => shown && { ...shown, parameters: question.parameters, locale, t: texts.of(type) },
    [shown, question.parameters, locale, texts, type],
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

  // What could not be drawn is tried again with the next change, not only by hand.
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
      <Boundary key={attempt} onError={() => setFailed(input)}>
        <PreviewFrame input={input} web={web} question={question} />
      </Boundary>
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
