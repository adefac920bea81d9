import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatePicker, type StatePickerProps } from './StatePicker.tsx';

export interface StatePickerDialogProps extends StatePickerProps {
  onClose: () => void;
}

/** Nothing changes until the choice is taken over. */
export function StatePickerDialog({ value, onChange, onClose, ...rest }: StatePickerDialogProps) {
  const { t } = useTranslation(['states', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [chosen, setChosen] = useState([...value]);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t(rest.multiple === false ? 'picker.titleOne' : 'picker.title')}</DialogTitle>
      <DialogContent>
        <StatePicker {...rest} value={chosen} onChange={setChosen} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui:cancel')}</Button>
        <Button
          variant="contained"
          disabled={chosen.length === 0}
          onClick={() => {
            onChange(chosen);
            onClose();
          }}
        >
          {t('picker.take')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
