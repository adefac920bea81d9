import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  useMediaQuery,
} from '@mui/material';
import { ListTree, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickedTwin, TwinPicker, useTwin } from '../../twins/index.ts';

export interface TwinFilterProps {
  twinId: number | undefined;
  onChange: (twinId: number | undefined) => void;
}

interface ChoiceProps extends TwinFilterProps {
  onClose: () => void;
}

function TwinChoice({ twinId, onChange, onClose }: ChoiceProps) {
  const { t } = useTranslation(['states', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [picked, setPicked] = useState<PickedTwin>();
  const shown = picked?.id ?? twinId;
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('overview.chooseTwin')}</DialogTitle>
      <DialogContent>
        <TwinPicker
          label={t('picker.twins')}
          selected={shown === undefined ? [] : [shown]}
          onSelect={(_, twin) => setPicked(twin)}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui:cancel')}</Button>
        <Button
          variant="contained"
          disabled={!picked}
          onClick={() => {
            onChange(picked?.id);
            onClose();
          }}
        >
          {t('overview.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function TwinName({ twinId }: { twinId: number }) {
  const twin = useTwin(twinId);
  return twin.data?.title ?? String(twinId);
}

/** Narrows the list to a twin and everything below it. */
export function TwinFilter({ twinId, onChange }: TwinFilterProps) {
  const { t } = useTranslation('states');
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      <Button
        startIcon={<ListTree aria-hidden />}
        aria-haspopup="dialog"
        aria-label={twinId === undefined ? `${t('overview.allTwins')}, ${t('overview.chooseTwin')}` : undefined}
        onClick={() => setOpen(true)}
        sx={{ maxWidth: '18rem', '& > :last-child': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
      >
        {twinId === undefined ? t('overview.allTwins') : <TwinName twinId={twinId} />}
      </Button>
      {twinId !== undefined && (
        <IconButton aria-label={t('overview.clearTwin')} onClick={() => onChange(undefined)}>
          <X aria-hidden />
        </IconButton>
      )}
      {isOpen && <TwinChoice twinId={twinId} onChange={onChange} onClose={() => setOpen(false)} />}
    </Box>
  );
}
