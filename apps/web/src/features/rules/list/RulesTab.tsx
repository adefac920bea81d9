import { Box, Paper, Typography } from '@mui/material';
import { ruleLimits } from '@stellwerk/contract/rule';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import type { TwinContext } from '../../twins/index.ts';
import { RuleOverview } from '../monitor/RuleOverview.tsx';
import { useTwinRules } from '../rule.queries.ts';
import { DeleteRuleDialog } from './DeleteRuleDialog.tsx';
import { NewRuleButton } from './NewRuleButton.tsx';
import { RuleItem } from './RuleItem.tsx';
import { RulesEmpty } from './RulesEmpty.tsx';

/** The rules of a twin or device with their last results. */
export function RulesTab({ kind, twin: { id: twinId, abilities } }: TwinContext) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const { data, error, refetch } = useTwinRules(twinId);
  const changesTwins = useCan('DigitalTwin.write');
  // Rules of a device are changed with permissions for devices or for twins.
  const mayEdit = abilities.update || (kind === 'device' && changesTwins);
  const [deleted, setDeleted] = useState<Rule>();

  function content() {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeletons shape="rows" count={3} />;
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
      {kind === 'twin' && <RuleOverview twinId={twinId} />}
    </Box>
  );
}
