import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../CopyText.tsx';
import type { SavedConnector } from '../connector.queries.ts';
import { useKindTexts } from '../kinds/use-kind-texts.ts';

interface GeneratedDialogProps {
  saved: SavedConnector;
  onClose: () => void;
}

/** The only time that generated keys and passwords can be seen: closing it takes a deliberate click. */
export function GeneratedDialog({ saved, onClose }: GeneratedDialogProps) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const titleId = useId();
  const { connector, generated } = saved;
  const labelOf = (name: string) => texts.find(connector.type, `field.${name}.label`) ?? name;
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('generated.title', { name: connector.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Alert severity="warning">{t('generated.once')}</Alert>
        {Object.entries(generated).map(([name, value]) => (
          <Box key={name}>
            <Typography variant="subtitle2" component="div" sx={{ mb: 0.5 }}>
              {labelOf(name)}
            </Typography>
            <CopyText text={value} label={t('generated.copy', { name: labelOf(name) })} />
          </Box>
        ))}
        <Typography color="textSecondary">{t('generated.next')}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('generated.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
