import { ButtonBase } from '@mui/material';
import type { Health } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';

interface HealthButtonProps {
  device: { title: string; health: Health };
  onOpen: () => void;
}

/** The health of a device; a click tells why. */
export function HealthButton({ device: { title, health }, onOpen }: HealthButtonProps) {
  const { t } = useTranslation(['devices', 'ui']);
  return (
    <ButtonBase
      aria-label={t('health.openOf', { title, health: t(`ui:status.${health}`) })}
      aria-haspopup="dialog"
      onClick={(event) => {
        // A row below opens the device.
        event.stopPropagation();
        onOpen();
      }}
      sx={{ borderRadius: 2, '& .MuiChip-root': { cursor: 'pointer' } }}
    >
      <StatusChip status={health} />
    </ButtonBase>
  );
}
