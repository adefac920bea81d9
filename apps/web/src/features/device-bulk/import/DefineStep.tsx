import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { ConnectorStep, DriverStep } from '../../devices/index.ts';

/** What all devices of the list have in common. */
export function DefineStep({ initialAccount }: { initialAccount: { id: number; name: string } | undefined }) {
  const { t } = useTranslation('device-bulk');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <TextInput
        name="title"
        label={t('edit.change.title')}
        help={t('edit.change.titleHelp')}
        required
        maxLength={100}
      />
      <ConnectorStep initialAccount={initialAccount} />
      <DriverStep />
    </Box>
  );
}
