import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  InputAdornment,
  TextField,
  useMediaQuery,
} from '@mui/material';
import { ListTree } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickedTwin, TwinPicker } from './TwinPicker.tsx';

export type NamedTwin = Pick<PickedTwin, 'id' | 'title'> & Partial<PickedTwin>;

export interface TwinFieldProps {
  label: string;
  value: NamedTwin | undefined;
  onChange: (twin: PickedTwin) => void;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  tenantId?: number | undefined;
  disabledIds?: readonly number[];
  inputRef?: Ref<HTMLInputElement>;
}

type ChoiceProps = Pick<TwinFieldProps, 'value' | 'tenantId' | 'disabledIds'> & {
  onChoose: (twin: PickedTwin) => void;
  onClose: () => void;
};

function TwinDialog({ value, tenantId, disabledIds = [], onChoose, onClose }: ChoiceProps) {
  const { t } = useTranslation(['twins', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [picked, setPicked] = useState<PickedTwin>();
  const shown = picked?.id ?? value?.id;
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('picker.title')}</DialogTitle>
      <DialogContent>
        <TwinPicker
          label={t('picker.tree')}
          selected={shown === undefined ? [] : [shown]}
          onSelect={(_, twin) => setPicked(twin)}
          tenantId={tenantId}
          disabledIds={disabledIds}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui:cancel')}</Button>
        <Button variant="contained" disabled={!picked} onClick={() => picked && onChoose(picked)}>
          {t('picker.choose')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A field that holds one twin and opens the tree to choose another. */
export function TwinField(props: TwinFieldProps) {
  const { label, value, onChange, help, error, disabled = false, required = false, inputRef } = props;
  const { t } = useTranslation('twins');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        label={label}
        value={value?.title ?? ''}
        placeholder={t('picker.none')}
        required={required}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? help}
        onClick={() => !disabled && setOpen(true)}
        {...(inputRef ? { inputRef } : {})}
        slotProps={{
          htmlInput: { readOnly: true, sx: { cursor: disabled ? 'default' : 'pointer' } },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton size="small" edge="end" disabled={disabled} aria-label={t('picker.open', { label })}>
                  <ListTree aria-hidden />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {isOpen && (
        <TwinDialog
          value={value}
          tenantId={props.tenantId}
          disabledIds={props.disabledIds ?? []}
          onChoose={(twin) => {
            setOpen(false);
            onChange(twin);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
