import { Button, IconButton, Tooltip } from '@mui/material';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface CopyButtonProps {
  text: string;
  /** Name of the copied text, for screen readers and the tooltip. */
  label?: string;
}

const confirmationMs = 1500;

/** The clipboard is missing on pages without TLS; the promise then rejects as for a refusal. */
const writeToClipboard = async (text: string) => navigator.clipboard.writeText(text);

/** The outcome of the last attempt is shown for a moment. */
function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    writeToClipboard(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return { outcome, copy };
}

/** Copies several values at once. */
export function CopyAllButton({ text }: { text: string }) {
  const { t } = useTranslation('ui');
  const { outcome, copy } = useCopy(text);
  return (
    <Button
      startIcon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      aria-live="polite"
      onClick={copy}
    >
      {t(outcome ? `copy.${outcome}` : 'copy.all')}
    </Button>
  );
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('ui');
  const { outcome, copy } = useCopy(text);
  const name = label ?? t('copy.action');
  return (
    <Tooltip title={outcome ? t(`copy.${outcome}`) : name}>
      <IconButton
        size="small"
        aria-label={outcome ? t(`copy.${outcome}`) : name}
        aria-live="polite"
        onClick={copy}
        sx={{ '& > svg': { width: '0.875rem', height: '0.875rem' } }}
      >
        {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}
