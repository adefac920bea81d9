import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

/** Status and what else has to be known at first sight. */
export function TwinChips({ twin }: { twin: Pick<Twin, 'status' | 'disabled' | 'ownsScope'> }) {
  const { t } = useTranslation('twins');
  return (
    <>
      <StatusChip status={twin.status} />
      {twin.disabled && <NeutralChip label={t('disabled')} />}
      {twin.ownsScope && <NeutralChip label={t('ownScope')} />}
    </>
  );
}
