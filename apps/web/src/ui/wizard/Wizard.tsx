import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { WizardSteps } from './WizardSteps.tsx';

export interface WizardStep {
  id: string;
  title: string;
  content: ReactNode;
  /** Fields of the surrounding form that must be valid to continue. */
  fields?: readonly string[];
  /** Any other condition to continue. */
  validate?: () => boolean | Promise<boolean>;
}

export interface WizardProps {
  /** The last step shows a summary of the effect. */
  steps: readonly WizardStep[];
  /** A verb, on the button of the last step. */
  finishLabel: string;
  /** For a wizard without a form around it; inside a form the button submits the form. */
  onFinish?: () => unknown;
  onCancel?: () => void;
}

/** Numbered steps, each valid on its own. All stay mounted, so going back loses nothing. */
export function Wizard({ steps, finishLabel, onFinish, onCancel }: WizardProps) {
  const { t } = useTranslation('ui');
  const form = useFormContext();
  const [active, setActive] = useState(0);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = steps[active];
  const isLast = active === steps.length - 1;
  const isBusy = busy || form?.formState.isSubmitting;

  const show = (index: number) => {
    // Screen readers and keyboards continue at the new step, once it is rendered.
    flushSync(() => setActive(index));
    heading.current?.focus();
  };
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  const isValid = async () => {
    if (step?.fields && form && !(await form.trigger([...step.fields], { shouldFocus: true }))) return false;
    return (await step?.validate?.()) ?? true;
  };
  const next = () =>
    during(async () => {
      if (await isValid()) show(active + 1);
    });
  const finish = () =>
    during(async () => {
      if (await isValid()) await onFinish?.();
    });

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minWidth: 0 }}>
      <WizardSteps titles={steps.map(({ title }) => title)} active={active} onShow={show} />
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
        {t('wizard.step', { number: active + 1, count: steps.length, title: step?.title })}
      </Typography>
      {steps.map(({ id, content }, index) => (
        <Box key={id} hidden={index !== active} sx={{ maxWidth: '40rem' }}>
          {content}
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isLast ? (
          <Button
            key="finish"
            variant="contained"
            loading={isBusy ?? false}
            {...(onFinish ? { onClick: finish } : { type: 'submit' as const })}
          >
            {finishLabel}
          </Button>
        ) : (
          <Button key="next" variant="contained" loading={isBusy ?? false} onClick={next}>
            {t('wizard.next')}
          </Button>
        )}
        {active > 0 && (
          <Button disabled={isBusy ?? false} onClick={() => show(active - 1)}>
            {t('wizard.back')}
          </Button>
        )}
        {onCancel && (
          <Button variant="text" disabled={isBusy ?? false} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
