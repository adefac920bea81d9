import { Chip, Tooltip } from '@mui/material';
import { Check, CircleQuestionMark, Info, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatusColour } from '../theme/palette.ts';

export type Status = StatusColour;

export const statusIcons: Record<Status, LucideIcon> = {
  ok: Check,
  warning: TriangleAlert,
  error: X,
  unknown: Minus,
  info: Info,
};

export interface StatusChipProps {
  /** Invalid: something that determines the status fails, which needs attention like a warning. */
  status: Status | 'invalid';
  /** Replaces the default word of the status. */
  label?: string;
  /** The reason for the status; shown on hover and focus. */
  reason?: string;
}

/** A status is always an icon and a word, never a colour alone. */
export function StatusChip({ status, label, reason }: StatusChipProps) {
  const { t } = useTranslation('ui');
  const Icon = status === 'invalid' ? CircleQuestionMark : statusIcons[status];
  const chip = (
    <Chip
      color={status === 'invalid' ? 'warning' : status}
      icon={<Icon aria-hidden />}
      label={label ?? t(`status.${status}`)}
      {...(reason ? { tabIndex: 0 } : {})}
    />
  );
  return reason ? <Tooltip title={reason}>{chip}</Tooltip> : chip;
}
