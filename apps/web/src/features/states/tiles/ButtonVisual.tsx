import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useValueText } from '../values/use-value-text.ts';
import type { VisualProps } from './tile-types.ts';

const longestResult = 300;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Quoted JSON in JSON is unreadable: `{"body":"{\\"ok\\":true}"}` becomes `body: {"ok":true}`. */
const plain = (result: unknown): string =>
  typeof result === 'object' && result !== null && !Array.isArray(result)
    ? Object.entries(result)
        .map(([name, value]) => `${name}: ${asText(value)}`)
        .join(', ')
    : asText(result);

/** The other system's answer to a command, as far as a message on the screen has room for it. */
function resultText(sent: unknown): string {
  const result: unknown = Reflect.get(Object(sent), 'result') ?? '';
  return plain(result).slice(0, longestResult);
}

/** Writes a fixed value into its state or sends a command through a connector, and asks first where that was wished. */
export function ButtonVisual({ state, onSend }: VisualProps) {
  const { t } = useTranslation(['states', 'ui']);
  const { valueText } = useValueText();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { buttonLabel, buttonValue, confirm, decimals, outbound } = state.visualisation;
  const value = [valueText({ value: buttonValue, decimals }), state.unit].filter(Boolean).join(' ');
  const label = buttonLabel || (outbound ? t('tile.sendCommand') : t('tile.send', { value }));

  async function send(): Promise<void> {
    const sent = await onSend?.();
    const { title } = state;
    const answer = resultText(sent);
    if (!outbound) showToast({ message: t('tile.sent', { title, value }) });
    else
      showToast({ message: answer ? t('tile.commandAnswered', { title, answer }) : t('tile.commandSent', { title }) });
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
        description={outbound ? t('tile.confirmCommand') : t('tile.confirm', { title: state.title, value })}
        confirmLabel={label}
        danger={false}
        onConfirm={send}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
