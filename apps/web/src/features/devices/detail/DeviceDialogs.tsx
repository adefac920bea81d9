import type { Device } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useDeviceActions } from '../device.queries.ts';
import { DownlinkDialog } from '../downlinks/DownlinkDialog.tsx';
import { HealthPanel } from '../health/HealthPanel.tsx';
import { ReparseDialog } from '../reparse/ReparseDialog.tsx';
import { ReplaceDialog } from '../replace/ReplaceDialog.tsx';
import { DeleteDeviceDialog } from './DeleteDeviceDialog.tsx';

export type DeviceDialog = 'health' | 'downlink' | 'disable' | 'synchronise' | 'reparse' | 'replace' | 'delete';

interface DeviceDialogsProps {
  device: Device;
  dialog: DeviceDialog | undefined;
  onClose: () => void;
}

function DisableDialog({ device, onClose }: Omit<DeviceDialogsProps, 'dialog'>) {
  const { t } = useTranslation('devices');
  const { setDisabled } = useDeviceActions();
  const { id, title, disabled } = device;
  const kind = disabled ? 'enable' : 'disable';
  return (
    <ConfirmDialog
      open
      danger={!disabled}
      title={t(`${kind}.question`, { title })}
      description={t(`${kind}.description`)}
      confirmLabel={t(`${kind}.action`)}
      onConfirm={async () => {
        await setDisabled({ id, disabled: !disabled });
        showToast({ message: t(`${kind}.done`, { title }) });
      }}
      onClose={onClose}
    />
  );
}

function SynchroniseDialog({ device, onClose }: Omit<DeviceDialogsProps, 'dialog'>) {
  const { t } = useTranslation('devices');
  const { synchronise } = useDeviceActions();
  return (
    <ConfirmDialog
      open
      danger={false}
      title={t('synchronise.question', { title: device.title })}
      description={t('synchronise.description')}
      confirmLabel={t('synchronise.action')}
      onConfirm={async () => {
        const { addedStates } = await synchronise(device.id);
        showToast({ message: t('synchronise.done', { count: addedStates.length }) });
      }}
      onClose={onClose}
    />
  );
}

/** The dialogs behind the actions of a device. */
export function DeviceDialogs({ device, dialog, onClose }: DeviceDialogsProps) {
  const common = { device, onClose };
  switch (dialog) {
    case 'health':
      return <HealthPanel deviceId={device.id} title={device.title} onClose={onClose} />;
    case 'downlink':
      return <DownlinkDialog {...common} />;
    case 'disable':
      return <DisableDialog {...common} />;
    case 'synchronise':
      return <SynchroniseDialog {...common} />;
    case 'reparse':
      return <ReparseDialog deviceIds={[device.id]} onClose={onClose} />;
    case 'replace':
      return <ReplaceDialog {...common} />;
    case 'delete':
      return <DeleteDeviceDialog {...common} />;
    default:
      return null;
  }
}
