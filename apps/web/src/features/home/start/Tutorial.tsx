import { Box, Button, Typography } from '@mui/material';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { type TutorialStep, useTutorialSteps } from './tutorial-steps.ts';

interface StepProps {
  number: number;
  step: TutorialStep;
  /** The first step that is not done. */
  isNext: boolean;
  hasDevice: boolean;
  heading: 'h2' | 'h3';
}

function Conditions({ step: { conditions } }: Pick<StepProps, 'step'>) {
  const { t } = useTranslation('home');
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.5, m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
      {conditions.map(({ name, isMet }) => (
        <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box aria-hidden sx={{ display: 'flex', flexShrink: 0, color: isMet ? 'ok.main' : 'text.muted' }}>
            {isMet ? <Check size="1rem" /> : <Circle size="1rem" />}
          </Box>
          <span>
            {t(`tutorial.condition.${name}`)}
            <Box component="span" sx={visuallyHidden}>
              {' '}
              {t(isMet ? 'tutorial.met' : 'tutorial.open')}
            </Box>
          </span>
        </Box>
      ))}
    </Box>
  );
}

function Step({ number, step, isNext, hasDevice, heading }: StepProps) {
  const { t } = useTranslation('home');
  const { go } = useNavigation();
  const { name, to, isAllowed, isDone } = step;
  const action = name === 'device' && hasDevice ? 'tutorial.device.open' : `tutorial.${name}.action`;
  return (
    <Box component="li" aria-current={isNext ? 'step' : undefined} sx={{ display: 'flex', gap: 1.5, minWidth: 0 }}>
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
        <Typography variant="h3" component={heading}>
          {t(`tutorial.${name}.title`)}
        </Typography>
        <Typography color="textSecondary">{t(`tutorial.${name}.text`)}</Typography>
        <Conditions step={step} />
        {to && isAllowed && (
          <Button size="small" variant={isNext ? 'contained' : 'outlined'} onClick={() => go(to)} sx={{ mt: 0.75 }}>
            {t(action)}
          </Button>
        )}
        {!isAllowed && !isDone && <Typography variant="caption">{t('tutorial.notAllowed')}</Typography>}
      </Box>
    </Box>
  );
}

/** The four steps to the first values; each is ticked off when its objects exist. */
export function Tutorial({ heading = 'h2' }: { heading?: StepProps['heading'] }) {
  const { steps, next, deviceId } = useTutorialSteps();
  const { t } = useTranslation('home');
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2.5 }} role="status">
        {next ? t('tutorial.progress', { done: steps.filter(({ isDone }) => isDone).length }) : t('tutorial.finished')}
      </Typography>
      <Box
        component="ol"
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {steps.map((step, index) => (
          <Step
            key={step.name}
            number={index + 1}
            step={step}
            isNext={step.name === next}
            hasDevice={deviceId !== undefined}
            heading={heading}
          />
        ))}
      </Box>
    </>
  );
}
