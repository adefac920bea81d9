import type { StatusBelow } from '@stellwerk/contract/twin';
import { countedBelow } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

/** "1 error below": the worst status of what lies below, with the number of twins that have it. */
export function useBelowText() {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  return ({ errors, warnings }: StatusBelow): { status: 'error' | 'warning'; text: string } | undefined => {
    const [status, count] = errors > 0 ? (['error', errors] as const) : (['warning', warnings] as const);
    if (count === 0) return undefined;
    // The server stops counting there.
    const number = count >= countedBelow ? `${formats.number(countedBelow - 1)}+` : formats.number(count);
    return { status, text: t(`below.${status}`, { count, number }) };
  };
}

/** Nothing while everything below is fine. */
export function BelowChip({ below }: { below: StatusBelow }) {
  const found = useBelowText()(below);
  return found ? <StatusChip status={found.status} label={found.text} /> : null;
}
