import { ButtonBase } from '@mui/material';
import type { DeviceRow } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { shownStatus } from '../shown-status.ts';

interface HealthButtonProps {
  device: Pick<DeviceRow, 'title' | 'health' | 'status'>;
  onOpen: () => void;
}

/** The status of a device; a click tells why. */
export function HealthButton({ device, onOpen }: HealthButtonProps) {
  const { t } = useTranslation(['devices', 'ui']);
  const shown = shownStatus(device);
  return (
    <ButtonBase
      aria-label={t('health.openOf', { title: device.title, health: t(`ui:status.${shown}`) })}
      aria-haspopup="dialog"
      onClick={(event) => {
        // A row below opens the device.
        event.stopPropagation();
        onOpen();
      }}
      sx={{ borderRadius: 2, '& .MuiChip-root': { cursor: 'pointer' } }}
    >
      <StatusChip status={shown} />
    </ButtonBase>
  );
}
