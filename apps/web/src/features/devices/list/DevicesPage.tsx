import { Button } from '@mui/material';
import { Plus, Radio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { newDevicePath } from '../paths.ts';
import { DevicesFrame } from './DevicesFrame.tsx';
import { DeviceTable } from './DeviceTable.tsx';

function FirstDevice() {
  const { t } = useTranslation('devices');
  const { go } = useNavigation();
  const mayCreate = useCan('VirtualDevice.manage');
  return (
    <EmptyState
      icon={Radio}
      title={t('empty.title')}
      description={t(mayCreate ? 'empty.description' : 'empty.readOnly')}
      action={
        mayCreate && (
          <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={() => go(newDevicePath)}>
            {t('empty.action')}
          </Button>
        )
      }
    />
  );
}

/** All virtual devices as rows. */
export function DevicesPage() {
  return (
    <DevicesFrame view="list">
      <DeviceTable empty={<FirstDevice />} />
    </DevicesFrame>
  );
}
