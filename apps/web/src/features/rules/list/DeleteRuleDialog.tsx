import type { Rule } from '@stellwerk/contract/rule-calls';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useRuleActions } from '../rule.queries.ts';

interface DeleteRuleDialogProps {
  rule: Pick<Rule, 'id' | 'dtwinId' | 'title' | 'openAlarm'>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteRuleDialog({ rule, onClose, onDeleted }: DeleteRuleDialogProps) {
  const { t } = useTranslation('rules');
  const { remove } = useRuleActions(rule.dtwinId);
  return (
    <ConfirmDialog
      open
      title={t('delete.title', { title: rule.title })}
      description={t('delete.text')}
      consequences={[t('delete.history'), ...(rule.openAlarm ? [t('delete.alarm')] : [])]}
      confirmLabel={t('action.delete')}
      onConfirm={async () => {
        await remove(rule.id);
        showToast({ message: t('delete.done', { title: rule.title }) });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
