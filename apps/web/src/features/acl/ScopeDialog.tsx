import { useTranslation } from 'react-i18next';
import { PickDialog } from '../../ui/tree/PickDialog.tsx';
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
  const { t } = useTranslation('acl');
  return (
    <PickDialog<PickedScope> title={title} chooseLabel={t('scope.choose')} onChoose={onChoose} onClose={onClose}>
      {(picked, pick) => (
        <ScopePicker
          label={t('scope.tree')}
          value={picked?.id ?? value}
          tenantId={tenantId}
          onChange={pick}
          {...(disabledIds ? { disabledIds } : {})}
        />
      )}
    </PickDialog>
  );
}
