import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PickedScope, ScopePicker } from './ScopePicker.tsx';

export interface ScopeDialogProps {
  title: string;
  value?: number | undefined;
  tenantId?: number | undefined;
  disabledIds?: readonly number[];
  onChoose: (scope: PickedScope) => void;
  onClose: () => void;
}

export function ScopeDialog({ title, value, tenantId, disabledIds, onChoose, onClose }: ScopeDialogProps) {
  const { t } = useTranslation(['acl', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [picked, setPicked] = useState<PickedScope>();
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <ScopePicker
          label={t('scope.tree')}
          value={picked?.id ?? value}
          tenantId={tenantId}
          onChange={setPicked}
          {...(disabledIds ? { disabledIds } : {})}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui:cancel')}</Button>
        <Button variant="contained" disabled={!picked} onClick={() => picked && onChoose(picked)}>
          {t('scope.choose')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
