import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { BelowChip } from './BelowChip.tsx';

/** Status and what else has to be known at first sight. */
export function TwinChips({ twin }: { twin: Pick<Twin, 'status' | 'below' | 'disabled' | 'ownsScope'> }) {
  const { t } = useTranslation('twins');
  return (
    <>
      <StatusChip status={twin.status} />
      <BelowChip below={twin.below} />
      {twin.disabled && <NeutralChip label={t('disabled')} />}
      {twin.ownsScope && <NeutralChip label={t('ownScope')} />}
    </>
  );
}
