import type { OperationalStatus as Value } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';

/** The phase of life of a device; one that nobody has set is not shown. */
export function OperationalStatus({ status }: { status: Value }) {
  const { t } = useTranslation('devices');
  return status === 'unset' ? null : <NeutralChip label={t(`operationalStatus.${status}`)} />;
}
