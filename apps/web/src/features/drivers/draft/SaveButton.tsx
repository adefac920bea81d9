import { Box, Button, Tooltip, Typography } from '@mui/material';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from './draft-context.ts';
import { useKeyText } from './use-key-text.ts';

/** Says whether something is unsaved, and saves it as the draft. */
export function SaveButton() {
  const { t } = useTranslation('drivers');
  const { isDirty, save, driver } = useDraft();
  const keyText = useKeyText();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await save?.();
    setBusy(false);
  };
  const stored = driver.draft ? t('draft.isSaved') : t('draft.none');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Typography role="status" variant="body2" color={isDirty ? 'warning' : 'textSecondary'}>
        {isDirty ? t('draft.unsaved') : stored}
      </Typography>
      <Tooltip describeChild title={keyText('S')}>
        {/* A disabled button has no events of its own. */}
        <span>
          <Button
            startIcon={<Save aria-hidden />}
            variant="outlined"
            disabled={!isDirty}
            loading={isBusy}
            onClick={() => void run()}
          >
            {t('draft.save')}
          </Button>
        </span>
      </Tooltip>
    </Box>
  );
}
