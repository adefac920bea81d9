import { Box, Button, Collapse, Typography } from '@mui/material';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { ChevronDown, ChevronUp, Undo2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useTwinStates } from '../../states/index.ts';
import { namedStateOf } from '../editor/use-rule-names.ts';
import { type Revision, useRevisions, useRuleActions } from '../rule.queries.ts';
import { namesOf, type RuleNames } from '../texts/rule-names.ts';
import { RevisionDiff } from './RevisionDiff.tsx';

/** A revision may reference states that the rule no longer uses; states of its own twin have names. */
function useAllNames(rule: Rule): RuleNames {
  const { data: states } = useTwinStates(rule.dtwinId);
  return useMemo(() => {
    const names = namesOf(rule);
    const own = (states ?? []).map((state) => [state.id, namedStateOf(state, rule.dtwinTitle)] as const);
    return { ...names, states: new Map([...own, ...names.states]) };
  }, [rule, states]);
}

interface RevisionRowProps {
  revision: Revision;
  /** The previous revision; absent for the first, and if it is no longer stored. */
  before: Revision | undefined;
  isNewest: boolean;
  names: RuleNames;
  onRestore: (() => void) | undefined;
}

function RevisionRow({ revision, before, isNewest, names, onRestore }: RevisionRowProps) {
  const { t } = useTranslation('rules');
  const [isOpen, setOpen] = useState(isNewest);
  const id = useId();
  const { revision: number, createdAt, createdBy, fields } = revision;
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderBottom: 1, borderColor: 'border.main', '&:last-of-type': { borderBottom: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
            <Typography variant="h3">{t('revision.number', { number })}</Typography>
            {isNewest && <StatusChip status="ok" label={t('revision.current')} />}
          </Box>
          <Typography variant="body2" color="textSecondary" component="div">
            <Age at={createdAt} />
            {` · ${createdBy ?? t('revision.nobody')}`}
          </Typography>
        </Box>
        {before && (
          <Button
            size="small"
            variant="text"
            startIcon={isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t('revision.changes')}
          </Button>
        )}
        {onRestore && (
          <Button size="small" startIcon={<Undo2 aria-hidden />} onClick={onRestore}>
            {t('revision.restore')}
          </Button>
        )}
      </Box>
      <Collapse in={isOpen && before !== undefined} id={id} unmountOnExit>
        <Box sx={{ pt: 1.5 }}>{before && <RevisionDiff before={before.fields} after={fields} names={names} />}</Box>
      </Collapse>
      {!before && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {t(number === 1 ? 'revision.first' : 'revision.oldest')}
        </Typography>
      )}
    </Box>
  );
}

/** The revisions of a rule, newest first, each with its changes; an old one can be restored. */
export function Revisions({ rule }: { rule: Rule }) {
  const { t } = useTranslation('rules');
  const { data, error, refetch } = useRevisions(rule);
  const { update } = useRuleActions(rule.dtwinId);
  const names = useAllNames(rule);
  const [asked, setAsked] = useState<Revision>();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={4} />;

  async function restore() {
    if (!asked) return;
    await update({ ruleId: rule.id, body: { ...asked.fields, basedOn: rule.revision } });
    showToast({ message: t('revision.restored', { number: asked.revision }) });
  }

  return (
    <Card title={t('revision.title')}>
      <Box component="ol" aria-label={t('revision.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((revision, index) => (
          <RevisionRow
            key={revision.revision}
            revision={revision}
            before={data[index + 1]}
            isNewest={revision.revision === rule.revision}
            names={names}
            onRestore={
              rule.abilities.update && revision.revision !== rule.revision ? () => setAsked(revision) : undefined
            }
          />
        ))}
      </Box>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('revision.restoreTitle', { number: asked?.revision, title: rule.title })}
        description={t('revision.restoreText')}
        confirmLabel={t('revision.restore')}
        danger={false}
        onConfirm={restore}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  );
}
