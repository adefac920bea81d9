import { Alert, Box, Button } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { FirstPacketHelp } from '../packets/FirstPacketHelp.tsx';
import { devicePath } from '../paths.ts';
import { ReplayOffer } from './ReplayOffer.tsx';

interface DoneStepProps {
  device: Device;
  onAgain: () => void;
}

/** The device exists; now its first packet is awaited. */
export function DoneStep({ device, onAgain }: DoneStepProps) {
  const { t } = useTranslation('devices');
  const { go } = useNavigation();
  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '56rem' }}>
      <Alert severity="success">{t('wizard.created', { title: device.title, count: device.stateCount })}</Alert>
      <ReplayOffer device={device} />
      <FirstPacketHelp device={device} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={() => go(devicePath(device.id))}>
          {t('wizard.open')}
        </Button>
        <Button onClick={onAgain}>{t('wizard.again')}</Button>
      </Box>
    </Box>
  );
}
