import { Box, ButtonBase, Tooltip, Typography } from '@mui/material';
import type { TwinType } from '@stellwerk/contract/twin';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../ui/form/form-context.ts';
import { twinIconOf, twinIcons } from './twin-icons.ts';

/** The picture of a twin; without a choice it follows the type. */
export function IconInput({ name, type }: { name: string; type: TwinType }) {
  const { t } = useTranslation('twins');
  const labelId = useId();
  const field = useField(name);
  const choices = ['', ...Object.keys(twinIcons)];
  return (
    <Box>
      <Typography id={labelId} variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {t('field.icon')}
      </Typography>
      <Box role="group" aria-labelledby={labelId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {choices.map((choice) => {
          const Icon = twinIconOf({ icon: choice, type });
          const label = choice === '' ? t('icon.byType') : t(`icon.${choice}`);
          const isChosen = field.value === choice;
          return (
            <Tooltip key={choice} title={label}>
              <ButtonBase
                aria-label={label}
                aria-pressed={isChosen}
                disabled={field.disabled}
                onClick={() => field.setValue(choice)}
                sx={{
                  width: (theme) => theme.spacing(4.5),
                  height: (theme) => theme.spacing(4.5),
                  borderRadius: 0.75,
                  border: 1,
                  borderStyle: choice === '' ? 'dashed' : 'solid',
                  borderColor: isChosen ? 'primary.main' : 'border.main',
                  bgcolor: isChosen ? 'primary.soft' : 'background.paper',
                  color: isChosen ? 'primary.main' : 'text.secondary',
                }}
              >
                <Icon size="1.125rem" aria-hidden />
              </ButtonBase>
            </Tooltip>
          );
        })}
      </Box>
    </Box>
  );
}
