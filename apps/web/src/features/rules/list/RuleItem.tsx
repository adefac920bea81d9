import { Box, Typography } from '@mui/material';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { Copy, History, ListRestart, Pencil, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../ui/page/actions.ts';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useNow } from '../../../ui/value/use-now.ts';
import { useStarAction } from '../../favourites/index.ts';
import { RuleResultChip } from '../history/RuleResultChip.tsx';
import { isPaused } from '../monitor/is-paused.ts';
import { useResume } from '../monitor/monitor.queries.ts';
import { RuleState } from '../monitor/RuleState.tsx';
import { newRulePath, rulePath } from '../paths.ts';
import { useSharedText } from '../sharing/SharingTab.tsx';
import { namesOf } from '../texts/rule-names.ts';
import { useRuleTexts } from '../texts/use-rule-texts.ts';
import { RuleSwitch } from './RuleSwitch.tsx';

/** Triggers, conditions and actions in a sentence. */
function Sentence({ rule }: { rule: Rule }) {
  const { t } = useTranslation('rules');
  const words = useRuleTexts();
  const names = namesOf(rule);
  const condition = rule.conditions.mode === 'always' ? '' : words.conditions(rule, names);
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {words.sentence(words.triggers(rule, names).join(', '))}
      {condition !== '' && ` · ${t('list.if', { condition })}`}
      <Box component="span" aria-hidden sx={{ mx: 0.75, color: 'text.muted' }}>
        →
      </Box>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {words.sentence(words.actions(rule, names).join('; '))}
      </Box>
    </Typography>
  );
}

function LastResult({ rule }: { rule: Rule }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const nowMs = useNow();
  const { lastResult, lastEvaluatedAt, lastError, nextAt } = rule.status;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.5,
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      {lastResult === null ? (
        <span>{t('list.neverEvaluated')}</span>
      ) : (
        <>
          <RuleResultChip result={lastResult} />
          <Age at={lastEvaluatedAt} />
        </>
      )}
      {nextAt !== null && rule.active && (
        <span title={formats.exactTime(nextAt)}>{t('list.next', { time: formats.relativeTime(nextAt, nowMs) })}</span>
      )}
      {lastError && (
        <Box component="span" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
          {lastError.message}
        </Box>
      )}
    </Box>
  );
}

function useActions(rule: Rule, onDelete: () => void): PageAction[] {
  const { t } = useTranslation('rules');
  const resume = useResume();
  const starOf = useStarAction('rule');
  const { id, dtwinId, abilities } = rule;
  const offered: [boolean, PageAction][] = [
    [abilities.update, { label: t('action.edit'), icon: Pencil, to: rulePath(dtwinId, id) }],
    [abilities.update, { label: t('action.duplicate'), icon: Copy, to: newRulePath(dtwinId, { copyOf: id }) }],
    [true, { label: t('action.history'), icon: History, to: `${rulePath(dtwinId, id)}?tab=history` }],
    [true, { label: t('action.revisions'), icon: ListRestart, to: `${rulePath(dtwinId, id)}?tab=revisions` }],
    [true, starOf(rule)],
    [
      abilities.update && isPaused(rule),
      { label: t('monitor.resume'), icon: Play, onClick: () => resume.mutate(rule) },
    ],
    [abilities.update, { label: t('action.delete'), icon: Trash2, danger: true, onClick: onDelete }],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, action]) => action);
}

export function RuleItem({ rule, onDelete }: { rule: Rule; onDelete: () => void }) {
  const { t } = useTranslation('rules');
  const actions = useActions(rule, onDelete);
  const sharedText = useSharedText()(rule);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1, p: 2, borderTop: 1, borderColor: 'border.main', alignItems: 'flex-start' }}
    >
      <RuleSwitch rule={rule} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, opacity: rule.active ? 1 : 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="h3" component="h3" sx={{ overflowWrap: 'anywhere' }}>
            <InternalLink to={rulePath(rule.dtwinId, rule.id)} color="inherit">
              {rule.title}
            </InternalLink>
          </Typography>
          <RuleState rule={rule} />
          {sharedText !== undefined && <NeutralChip label={sharedText} />}
        </Box>
        <Sentence rule={rule} />
        <LastResult rule={rule} />
      </Box>
      <ActionMenu plain actions={actions} label={t('list.menu', { title: rule.title })} />
    </Box>
  );
}
