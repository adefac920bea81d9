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
import { AccountPicker, type PickedAccount } from './AccountPicker.tsx';

export interface AccountFieldProps {
  label: string;
  value: PickedAccount | undefined;
  onChange: (account: PickedAccount) => void;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  disabledId?: number | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

type ChoiceProps = Pick<AccountFieldProps, 'value' | 'disabledId'> & {
  onChoose: (account: PickedAccount) => void;
  onClose: () => void;
};

function AccountDialog({ value, disabledId, onChoose, onClose }: ChoiceProps) {
  const { t } = useTranslation(['accounts', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [picked, setPicked] = useState(value);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('picker.title')}</DialogTitle>
      <DialogContent>
        <AccountPicker label={t('picker.tree')} value={picked?.id} onChange={setPicked} disabledId={disabledId} />
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

/** A field that holds one account and opens the tree to choose another. */
export function AccountField(props: AccountFieldProps) {
  const { label, value, onChange, help, error, disabled = false, required = false, disabledId, inputRef } = props;
  const { t } = useTranslation('accounts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        label={label}
        value={value?.name ?? ''}
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
        <AccountDialog
          value={value}
          disabledId={disabledId}
          onChoose={(account) => {
            setOpen(false);
            onChange(account);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
