import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { ReferenceEntry } from '@stellwerk/plugin/connector-web';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAllButton } from '../../../ui/input/CopyButton.tsx';
import type { SavedConnector } from '../connector.queries.ts';
import { connectorWebs } from '../kinds/all-kinds.ts';
import { useKindTexts } from '../kinds/use-kind-texts.ts';
import { ReferenceEntries, useReferenceInput } from '../ReferenceEntries.tsx';

interface GeneratedDialogProps {
  saved: SavedConnector;
  onClose: () => void;
}

/** Everything for a note or a mail to the one who sets up the device. */
const textOf = (entries: readonly ReferenceEntry[]) =>
  entries
    .flatMap((entry) =>
      entry.is === 'note' ? [] : [`${entry.label}:\n${entry.is === 'value' ? entry.value : entry.text}`],
    )
    .join('\n\n');

/** The only time that generated keys and passwords can be seen: closing it takes a deliberate click. */
export function GeneratedDialog({ saved, onClose }: GeneratedDialogProps) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const titleId = useId();
  const { connector, generated } = saved;
  const input = useReferenceInput(connector);
  const entries: readonly ReferenceEntry[] =
    connectorWebs.get(connector.type)?.credentials?.(input, generated) ??
    Object.entries(generated).map(([name, value]) => {
      return { is: 'value', label: texts.find(connector.type, `field.${name}.label`) ?? name, value };
    });
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('generated.title', { name: connector.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Alert severity="warning">{t('generated.once')}</Alert>
        <ReferenceEntries entries={entries} />
        <Typography color="textSecondary">{t('generated.next')}</Typography>
      </DialogContent>
      <DialogActions>
        <CopyAllButton text={textOf(entries)} />
        <Button variant="contained" onClick={onClose}>
          {t('generated.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
