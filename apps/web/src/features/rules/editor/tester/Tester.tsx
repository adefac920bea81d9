import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { failureOf } from '../../../../ui/feedback/failure.ts';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Card } from '../../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import { EvaluatedTree } from '../../evaluation/EvaluatedTree.tsx';
import { useEvaluatedValueText } from '../../evaluation/use-evaluated-value-text.ts';
import type { ConditionTest } from '../../rule.queries.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { parseTestValue } from './parse-test-value.ts';
import { useRuleTest } from './test-context.ts';

/** The newest value of a metric, and a field for a test value. */
function ValueRow({ alias, result }: { alias: string; result: ConditionTest | undefined }) {
  const { t } = useTranslation('rules');
  const { locale } = useFormats();
  const textOf = useEvaluatedValueText();
  const { ownValues, setOwnValue } = useRuleTest();
  const isOwn = alias in ownValues;
  const [text, setText] = useState('');
  // The test value can also be cleared elsewhere.
  if (!isOwn && text.trim() !== '') setText('');
  const current = result?.metrics.find((metric) => metric.alias === alias);
  return (
    <TextField
      label={alias}
      value={text}
      placeholder={current && !isOwn ? textOf(current.value) : ''}
      onChange={(typed) => {
        setText(typed);
        setOwnValue(alias, parseTestValue(typed, locale));
      }}
      attributes={{ 'aria-label': t('tester.valueOf', { alias }), spellCheck: false }}
    />
  );
}

type ConditionResult = { severity: 'success' | 'info' | 'warning' | 'error'; text: string };

function useVerdict(): ConditionResult | undefined {
  const { t } = useTranslation(['rules', 'ui']);
  const { result, error, hasConditions } = useRuleTest();
  if (error) return { severity: 'error', text: failureOf(error).message ?? t('ui:error.unexpected') };
  if (!result) return undefined;
  if (result.problem) {
    const { alias, line, message } = result.problem;
    const place = alias === null ? t('tester.inConditions') : t('tester.inMetric', { alias });
    return { severity: 'error', text: `${place}${line === null ? '' : `, ${t('tester.line', { line })}`}: ${message}` };
  }
  if (result.abortedBy !== null) return { severity: 'warning', text: t('tester.aborted', { alias: result.abortedBy }) };
  if (!hasConditions) return { severity: 'info', text: t('tester.noConditions') };
  return result.isMet ? { severity: 'success', text: t('tester.met') } : { severity: 'info', text: t('tester.notMet') };
}

function Logs({ logs }: { logs: readonly string[] }) {
  const { t } = useTranslation('rules');
  if (logs.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {t('tester.logs')}
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t('tester.logs')}
        sx={{
          m: 0,
          p: 1,
          borderRadius: 0.75,
          bgcolor: 'background.raised',
          fontFamily: monospaceFamily,
          fontSize: '0.8125rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          maxHeight: '12rem',
          overflow: 'auto',
        }}
      >
        {logs.join('\n')}
      </Box>
    </Box>
  );
}

/** The result of the rule with current values, or with test values. */
export function Tester() {
  const { t } = useTranslation('rules');
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const { result, isStale, ownValues, setOwnValue } = useRuleTest();
  const verdict = useVerdict();
  const aliases = metrics.map(({ alias }) => alias).filter((alias) => alias !== '');
  const tried = Object.keys(ownValues).filter((alias) => aliases.includes(alias));
  return (
    <Card
      title={t('tester.title')}
      action={
        tried.length > 0 && (
          <Button size="small" variant="text" onClick={() => tried.map((alias) => setOwnValue(alias, undefined))}>
            {t('tester.reset')}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {aliases.length === 0 ? (
          <Typography color="textSecondary">{t('tester.empty')}</Typography>
        ) : (
          <>
            <Typography variant="body2" color="textSecondary">
              {t('tester.help')}
            </Typography>
            {[...new Set(aliases)].map((alias) => (
              <ValueRow key={alias} alias={alias} result={result} />
            ))}
            <Box role="status" aria-busy={isStale}>
              {verdict && <Alert severity={verdict.severity}>{verdict.text}</Alert>}
            </Box>
            {result?.conditions && <EvaluatedTree node={result.conditions} />}
            {result && <Logs logs={result.logs} />}
          </>
        )}
      </Box>
    </Card>
  );
}
