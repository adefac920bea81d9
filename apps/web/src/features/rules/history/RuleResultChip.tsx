import type { RuleResult } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';

const statuses: Record<RuleResult, Status> = {
  executed: 'ok',
  throttled: 'info',
  met: 'info',
  pending: 'info',
  notMet: 'unknown',
  aborted: 'warning',
  outside: 'unknown',
  error: 'error',
};

export interface RuleResultChipProps {
  result: RuleResult;
  /** Shown on hover and focus. */
  reason?: string | undefined;
}

/** The result of an evaluation: an icon and a word. */
export function RuleResultChip({ result, reason }: RuleResultChipProps) {
  const { t } = useTranslation('rules');
  return (
    <StatusChip
      status={statuses[result]}
      label={t(`history.result.${result}`)}
      {...(reason === undefined ? {} : { reason })}
    />
  );
}
