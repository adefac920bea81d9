import { Alert, Box, Typography } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { Gauge, Scale, Split } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { EvaluatedTree, RunMetrics, rulePath, useTriggerText } from '../../rules/index.ts';
import { ExplanationStep } from './ExplanationStep.tsx';
import type { RuleEvidence } from './explanation-types.ts';

const mostRows = 16;

function Conditions({ rule: { conditions, script } }: { rule: RuleEvidence }) {
  const { t } = useTranslation('alarms');
  if (conditions) return <EvaluatedTree node={conditions} />;
  if (script === null) return <Typography color="textSecondary">{t('why.noConditions')}</Typography>;
  return (
    <CodeEditor
      label={t('why.script')}
      help={t('why.scriptHelp')}
      language="javascript"
      value={script}
      rows={Math.min(mostRows, script.split('\n').length + 1)}
    />
  );
}

interface RuleStepProps {
  alarm: AlarmRow;
  rule: RuleEvidence | null;
}

/** The metrics of the rule, and its evaluation. */
export function RuleStep({ alarm, rule }: RuleStepProps) {
  const { t } = useTranslation('alarms');
  const triggerText = useTriggerText();
  if (!rule) return <ExplanationStep icon={Scale} title={t('why.rule')} lead={t('why.ruleNotKept')} />;
  const states = Object.fromEntries(rule.metrics.map(({ alias, state }) => [alias, state]));
  const title = alarm.origin ? (
    <InternalLink underline="always" to={rulePath(alarm.origin.id, rule.id)}>
      {rule.title}
    </InternalLink>
  ) : (
    rule.title
  );
  return (
    <>
      <ExplanationStep icon={Gauge} title={t('why.values')} lead={triggerText(rule.trigger)}>
        {rule.metrics.length > 0 ? (
          <RunMetrics metrics={rule.metrics} states={states} />
        ) : (
          <Typography color="textSecondary">{t('why.noMetrics')}</Typography>
        )}
      </ExplanationStep>
      <ExplanationStep
        icon={Scale}
        title={t('why.rule')}
        lead={
          <>
            {title} · {t('why.revision', { revision: rule.revision })}
          </>
        }
      >
        {rule.isOutdated && <Alert severity="info">{t('why.outdated')}</Alert>}
      </ExplanationStep>
      <ExplanationStep icon={Split} title={t('why.conditions')}>
        <Box sx={{ minWidth: 0 }}>
          <Conditions rule={rule} />
        </Box>
      </ExplanationStep>
    </>
  );
}
