import { Checkbox, FormControlLabel } from '@mui/material';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { Device, readDeviceDependencies } from '@stellwerk/contract/device';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { DeletionNotice, useConsequences } from '../../twins/index.ts';
import { useDeviceActions, useDeviceDependencies } from '../device.queries.ts';
import { devicesPath } from '../paths.ts';

interface DeleteDeviceDialogProps {
  device: Device;
  onClose: () => void;
}

type Dependencies = RouteAnswer<typeof readDeviceDependencies>['data'];

function OpenDialog({ device, dependencies, onClose }: DeleteDeviceDialogProps & { dependencies: Dependencies }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const { go } = useNavigation();
  const { remove } = useDeviceActions();
  const [isRemote, setRemote] = useState(false);
  const consequences = useConsequences(dependencies);
  const { packets } = dependencies;
  const { id, title, abilities, connector } = device;
  return (
    <ConfirmDialog
      open
      title={t('delete.question', { title })}
      description={
        <>
          {t('delete.description')}
          {abilities.deleteRemotely && (
            <FormControlLabel
              label={t('delete.remotely', { connector: connector.name })}
              control={<Checkbox checked={isRemote} onChange={(_, checked) => setRemote(checked)} />}
              sx={{ mt: 1, color: 'text.primary' }}
            />
          )}
        </>
      }
      consequences={[
        ...consequences,
        ...(packets > 0 ? [t('delete.packets', { count: packets, shown: formats.number(packets) })] : []),
      ]}
      confirmLabel={t('delete.action')}
      typeToConfirm={title}
      onConfirm={async () => {
        await remove({ id, isRemote });
        showToast({ message: t('delete.done', { title }) });
        go(devicesPath);
      }}
      onClose={onClose}
    />
  );
}

/** First what hangs on a device, then the question whether it should go. */
export function DeleteDeviceDialog({ device, onClose }: DeleteDeviceDialogProps) {
  const { t } = useTranslation('devices');
  const { data, error, refetch } = useDeviceDependencies(device.id);
  if (data?.isDeletable) return <OpenDialog device={device} dependencies={data} onClose={onClose} />;
  return (
    <DeletionNotice
      title={t('delete.question', { title: device.title })}
      blockedText={t('delete.blocked')}
      dependencies={data}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}
