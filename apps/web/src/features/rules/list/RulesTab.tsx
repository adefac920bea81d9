import { Box, Paper, Typography } from '@mui/material';
import { ruleLimits } from '@stellwerk/contract/rule';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useTwin } from '../../twins/index.ts';
import { RuleOverview } from '../monitor/RuleOverview.tsx';
import { useTwinRules } from '../rule.queries.ts';
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx';
import { NewRuleButton } from './NewRuleButton.tsx';
import { RuleItem } from './RuleItem.tsx';
import { RulesEmpty } from './RulesEmpty.tsx';

interface RulesTabProps {
  twinId: number;
}

/** The rules of a twin or device, with what they do and what they came to. */
export function RulesTab({ twinId }: RulesTabProps) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const { data: twin } = useTwin(twinId);
  const { data, error, refetch } = useTwinRules(twinId);
  // Rules are changed by those who may change the twin, virtual devices included.
  const mayEdit = twin?.abilities.update ?? false;
  const [deleted, setDeleted] = useState<Rule>();

  function content() {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!data || !twin) return <Skeletons shape="rows" count={3} />;
    if (data.length === 0) return <RulesEmpty twinId={twinId} mayEdit={mayEdit} />;
    return (
      <>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.5, pl: 2 }}>
          <Typography color="textSecondary" sx={{ flex: 1 }}>
            {t('list.count', { count: data.length, number: formats.number(data.length) })}
          </Typography>
          {mayEdit && <NewRuleButton twinId={twinId} disabled={data.length >= ruleLimits.rules} />}
        </Box>
        <Box component="ul" aria-label={t('title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((rule) => (
            <RuleItem key={rule.id} rule={rule} onDelete={() => setDeleted(rule)} />
          ))}
        </Box>
      </>
    );
  }

  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Paper variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
        {content()}
        {deleted && <DeleteRuleDialog rule={deleted} onClose={() => setDeleted(undefined)} />}
      </Paper>
      {twin?.category === 'digitalTwin' && <RuleOverview twinId={twinId} />}
    </Box>
  );
}
