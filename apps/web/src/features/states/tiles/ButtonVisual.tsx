import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useValueText } from '../values/use-value-text.ts';
import type { VisualProps } from './tile-types.ts';

/** A button that writes a fixed value into its state, and asks first where that was wished. */
export function ButtonVisual({ state, onSend }: VisualProps) {
  const { t } = useTranslation(['states', 'ui']);
  const { valueText } = useValueText();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { buttonLabel, buttonValue, confirm, decimals } = state.visualisation;
  const value = [valueText({ value: buttonValue, decimals }), state.unit].filter(Boolean).join(' ');
  const label = buttonLabel || t('tile.send', { value });

  async function send(): Promise<void> {
    await onSend?.();
    showToast({ message: t('tile.sent', { title: state.title, value }) });
  }
  async function press(): Promise<void> {
    if (confirm) return setAsking(true);
    setBusy(true);
    await send().catch((error: unknown) =>
      showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' }),
    );
    setBusy(false);
  }

  return (
    <>
      <Button
        variant="contained"
        size="large"
        fullWidth
        loading={isBusy}
        disabled={!onSend}
        onClick={() => void press()}
        sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('tile.confirmTitle', { label })}
        description={t('tile.confirm', { title: state.title, value })}
        confirmLabel={label}
        danger={false}
        onConfirm={send}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
