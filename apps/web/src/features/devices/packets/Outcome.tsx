import { useTranslation } from 'react-i18next';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import type { PacketOutcome } from './packet.queries.ts';

const statuses: Record<PacketOutcome, Status> = {
  applied: 'ok',
  partial: 'warning',
  pending: 'info',
  dropped: 'unknown',
  rejected: 'error',
};

/** What became of a packet. */
export function Outcome({ outcome }: { outcome: PacketOutcome }) {
  const { t } = useTranslation('devices');
  return <StatusChip status={statuses[outcome]} label={t(`outcome.${outcome}`)} />;
}
