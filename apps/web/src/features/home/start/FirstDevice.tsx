import { Box, Button, Paper, Typography } from '@mui/material';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { useHasConnectors, useHasDrivers } from '../home.queries.ts';

interface StepProps {
  number: number;
  name: 'connector' | 'driver' | 'device';
  to: string;
  isAllowed: boolean;
  isDone: boolean;
  /** The next step. */
  isNext: boolean;
}

function Step({ number, name, to, isAllowed, isDone, isNext }: StepProps) {
  const { t } = useTranslation('home');
  const { go } = useNavigation();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{
          flexShrink: 0,
          display: 'grid',
          placeItems: 'center',
          width: (theme) => theme.spacing(3.5),
          height: (theme) => theme.spacing(3.5),
          borderRadius: '50%',
          fontWeight: 600,
          ...(isDone
            ? { bgcolor: 'ok.soft', color: 'ok.main' }
            : {
                bgcolor: isNext ? 'primary.soft' : 'background.raised',
                color: isNext ? 'primary.main' : 'text.secondary',
              }),
        }}
      >
        {isDone ? <Check size="1rem" /> : number}
      </Box>
      <Box sx={{ minWidth: 0, display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 0.5 }}>
        <Typography variant="h3">{t(`first.${name}.title`)}</Typography>
        <Typography color="textSecondary">{t(`first.${name}.${isDone ? 'done' : 'text'}`)}</Typography>
        {isAllowed ? (
          <Button size="small" variant={isNext ? 'contained' : 'outlined'} onClick={() => go(to)} sx={{ mt: 0.75 }}>
            {t(`first.${name}.action`)}
          </Button>
        ) : (
          !isDone && <Typography variant="caption">{t('first.notAllowed')}</Typography>
        )}
      </Box>
    </Box>
  );
}

/** The steps to the first values: connector, driver, device; finished steps are ticked off. */
export function FirstDevice() {
  const { t } = useTranslation('home');
  const may = {
    connector: useCan('all.manage'),
    driver: useCan('DeviceDriver.manage'),
    device: useCan('VirtualDevice.manage'),
  };
  const seesConnectors = useCan('VirtualDevice.read') || may.connector;
  const seesDrivers = useCan('DeviceDriver.read') || may.driver;
  const hasConnector = useHasConnectors(seesConnectors).data ?? false;
  const hasDriver = useHasDrivers(seesDrivers).data ?? false;
  const steps = [
    { name: 'connector', to: '/connectors/create', isDone: hasConnector },
    { name: 'driver', to: '/virtual-device-drivers', isDone: hasDriver },
    { name: 'device', to: '/virtual-devices/create', isDone: false },
  ] as const;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <Paper variant="outlined" component="section" aria-label={t('first.title')} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2">{t('first.title')}</Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2.5 }}>
        {t('first.text')}
      </Typography>
      <Box
        component="ol"
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {steps.map(({ name, to, isDone }, index) => (
          <Step
            key={name}
            number={index + 1}
            name={name}
            to={to}
            isAllowed={may[name]}
            isDone={isDone}
            isNext={name === next}
          />
        ))}
      </Box>
    </Paper>
  );
}
