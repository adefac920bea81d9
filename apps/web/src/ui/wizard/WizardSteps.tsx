import { Box, ButtonBase } from '@mui/material';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../visually-hidden.ts';

export interface WizardStepsProps {
  /** Must be unique. */
  titles: readonly string[];
  active: number;
  onShow: (index: number) => void;
}

/** The steps of a wizard; finished steps are buttons. Phones show only the numbers. */
export function WizardSteps({ titles, active, onShow }: WizardStepsProps) {
  const { t } = useTranslation('ui');
  return (
    <Box
      component="ol"
      aria-label={t('wizard.steps')}
      sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, sm: 2 }, m: 0, p: 0, listStyle: 'none' }}
    >
      {titles.map((title, index) => {
        const isDone = index < active;
        const isActive = index === active;
        return (
          <Box
            component="li"
            key={title}
            {...(isActive ? { 'aria-current': 'step' as const } : {})}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: { xs: 1, sm: 2 },
              flex: index === 0 ? '0 0 auto' : '1 1 auto',
              // The line to this step.
              ...(index === 0
                ? {}
                : { '&::before': { content: '""', flex: 1, borderTop: 1, borderColor: 'border.strong' } }),
            }}
          >
            <ButtonBase
              disabled={!isDone}
              onClick={() => onShow(index)}
              sx={{
                display: 'flex',
                gap: 1,
                borderRadius: 0.75,
                font: 'inherit',
                typography: 'body1',
                color: isActive ? 'text.primary' : 'text.secondary',
              }}
            >
              <Box
                component="span"
                aria-hidden
                sx={{
                  display: 'grid',
                  placeItems: 'center',
                  width: (theme) => theme.spacing(3.25),
                  height: (theme) => theme.spacing(3.25),
                  borderRadius: '50%',
                  typography: 'caption',
                  fontWeight: 600,
                  ...(isActive
                    ? { bgcolor: 'primary.main', color: 'primary.contrastText' }
                    : isDone
                      ? { bgcolor: 'primary.soft', color: 'primary.main' }
                      : { bgcolor: 'background.raised', color: 'text.secondary' }),
                }}
              >
                {isDone ? <Check size="0.875rem" aria-hidden /> : index + 1}
              </Box>
              <Box
                component="span"
                sx={(theme) => ({ fontWeight: isActive ? 600 : 400, [theme.breakpoints.down('sm')]: visuallyHidden })}
              >
                {title}
              </Box>
            </ButtonBase>
          </Box>
        );
      })}
    </Box>
  );
}
