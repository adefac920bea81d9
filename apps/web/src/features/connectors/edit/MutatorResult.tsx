import { Alert, Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { CopyText } from '../CopyText.tsx';
import type { MutatorTest } from './traffic.queries.ts';

function Heading({ text }: { text: string }) {
  return (
    <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
      {text}
    </Typography>
  );
}

/** What a script made of a message: messages, what it said on the way, and why it failed. */
export function MutatorResult({ result }: { result: MutatorTest }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { messages, refused, problem, logs, durationMs, liveLimitMs } = result;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {problem && (
        <Alert severity="error">
          {problem.line === null
            ? problem.message
            : t('tester.problemAt', { line: formats.number(problem.line), message: problem.message })}
        </Alert>
      )}
      {refused.map(({ index, message }) => (
        <Alert key={index} severity="error">
          {t('tester.refusedAt', { number: formats.number(index + 1), message })}
        </Alert>
      ))}
      {!problem && refused.length === 0 && messages.length === 0 && (
        <Alert severity="info">{t('tester.dropped')}</Alert>
      )}
      {!problem && durationMs > liveLimitMs && (
        <Alert severity="warning">{t('tester.tooSlow', { limit: formats.number(liveLimitMs) })}</Alert>
      )}
      {messages.length > 0 && (
        <Box>
          <Heading text={t('tester.messages', { count: messages.length, shown: formats.number(messages.length) })} />
          <CopyText text={JSON.stringify(messages, null, 2)} label={t('tester.copy')} />
        </Box>
      )}
      {logs.length > 0 && (
        <Box>
          <Heading text={t('tester.logs')} />
          <CopyText text={logs.join('\n')} label={t('tester.copyLogs')} />
        </Box>
      )}
      {durationMs > 0 && (
        <Typography variant="caption" color="textMuted">
          {t('tester.duration', { duration: formats.number(durationMs, { maximum: 1 }) })}
        </Typography>
      )}
    </Box>
  );
}
