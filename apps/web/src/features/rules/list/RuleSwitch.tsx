import { Switch, Tooltip } from '@mui/material';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useRuleActions } from '../rule.queries.ts';

/** Enables and disables a rule at once; the message offers to undo it. */
export function RuleSwitch({ rule }: { rule: Pick<Rule, 'id' | 'dtwinId' | 'title' | 'active' | 'abilities'> }) {
  const { t } = useTranslation(['rules', 'ui']);
  const { update } = useRuleActions(rule.dtwinId);
  const [wanted, setWanted] = useState<boolean>();

  async function set(active: boolean, undo?: () => void) {
    setWanted(active);
    try {
      await update({ ruleId: rule.id, body: { active } });
      showToast({
        message: t(active ? 'list.switchedOn' : 'list.switchedOff', { title: rule.title }),
        ...(undo ? { undo } : {}),
      });
    } catch (error) {
      showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' });
    } finally {
      setWanted(undefined);
    }
  }

  return (
    <Tooltip title={t(rule.active ? 'list.isOn' : 'list.isOff')}>
      <Switch
        checked={wanted ?? rule.active}
        disabled={!rule.abilities.update || wanted !== undefined}
        onChange={(_, active) => void set(active, () => void set(!active))}
        slotProps={{ input: { 'aria-label': t('list.switch', { title: rule.title }) } }}
      />
    </Tooltip>
  );
}
