import type { RuleRow } from '@stellwerk/contract/rule-calls';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useResume } from './monitor.queries.ts';

/** Resumes a paused rule and reports the result. */
export function useResumeRule(): (rule: RuleRow) => void {
  const { t } = useTranslation('rules');
  const { mutate } = useResume();
  return useCallback(
    (rule) =>
      mutate(rule, {
        onSuccess: () => showToast({ message: t('monitor.resumed', { title: rule.title }), status: 'ok' }),
        onError: (error) => showToast({ message: error.message, status: 'error' }),
      }),
    [mutate, t],
  );
}
