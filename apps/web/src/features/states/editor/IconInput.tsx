import { Box, FormLabel, ToggleButton, Tooltip } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/form-context.ts';
import { stateIcons } from '../state-icons.ts';

/** A picture for the state; choosing it again takes it away. */
export function IconInput() {
  const { t } = useTranslation('states');
  const field = useField('icon');
  const labelId = useId();
  return (
    <Box>
      <FormLabel component="div" id={labelId} sx={{ mb: 0.75 }}>
        {t('field.icon')}
      </FormLabel>
      <Box role="group" aria-labelledby={labelId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {Object.entries(stateIcons).map(([name, Icon]) => (
          <Tooltip key={name} title={t(`icon.${name}`)}>
            <ToggleButton
              size="small"
              value={name}
              selected={field.value === name}
              disabled={field.disabled}
              aria-label={t(`icon.${name}`)}
              onChange={() => field.setValue(field.value === name ? '' : name)}
            >
              <Icon size="1rem" aria-hidden />
            </ToggleButton>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}
