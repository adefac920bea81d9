import { Box, Typography } from '@mui/material';
import type { RuleFields } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { LineDiff } from '../../../ui/code/LineDiff.tsx';
import type { RuleNames } from '../texts/rule-names.ts';
import { useRuleTexts } from '../texts/use-rule-texts.ts';
import { ruleLines, ruleParts } from './rule-lines.ts';

interface RevisionDiffProps {
  before: RuleFields;
  after: RuleFields;
  names: RuleNames;
}

/** The changes from one revision to another, part by part and in words. */
export function RevisionDiff({ before, after, names }: RevisionDiffProps) {
  const { t } = useTranslation('rules');
  const words = useRuleTexts();
  const texts = {
    active: (isActive: boolean) => t(isActive ? 'revision.active' : 'revision.inactive'),
    abortIfNull: t('metric.abortIfNull'),
    resolvesItself: (isSo: boolean) => t(isSo ? 'revision.resolvesItself' : 'revision.resolvedByHand'),
  };
  const [was, is] = [ruleLines(before, { words, names, texts }), ruleLines(after, { words, names, texts })];
  const changed = ruleParts.filter((part) => was[part].join('\n') !== is[part].join('\n'));
  if (changed.length === 0) return <Typography color="textSecondary">{t('revision.same')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {changed.map((part) => (
        <Box key={part} component="section" aria-label={t(`revision.part.${part}`)}>
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            {t(`revision.part.${part}`)}
          </Typography>
          <LineDiff before={was[part]} after={is[part]} isCode={false} />
        </Box>
      ))}
    </Box>
  );
}
