import { Box, Typography } from '@mui/material';
import type { RuleDefinition } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import type { RuleNames } from '../../texts/rule-names.ts';
import { useRuleTexts } from '../../texts/use-rule-texts.ts';

interface RuleSummaryProps {
  definition: RuleDefinition;
  names: RuleNames;
}

function Part({ label, lines }: { label: string; lines: readonly string[] }) {
  const [only] = lines;
  return (
    <Box sx={{ display: 'contents' }}>
      <Typography component="dt" variant="body2" color="textSecondary" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {lines.length === 1 ? only : null}
        {lines.length > 1 && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Box>
        )}
      </Typography>
    </Box>
  );
}

/** A whole rule in plain words: triggers, conditions, actions, limits. */
export function RuleSummary({ definition, names }: RuleSummaryProps) {
  const { t } = useTranslation('rules');
  const words = useRuleTexts();
  const triggers = words.triggers(definition, names);
  const actions = words.actions(definition, names);
  const limits = words.limits(definition);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'baseline',
      }}
    >
      <Part label={t('summary.when')} lines={triggers.length > 0 ? triggers : [t('summary.never')]} />
      <Part label={t('summary.if')} lines={[words.conditions(definition, names)]} />
      <Part label={t('summary.then')} lines={actions.length > 0 ? actions : [t('summary.nothing')]} />
      {limits.length > 0 && <Part label={t('summary.but')} lines={limits} />}
    </Box>
  );
}
