import { Button, Paper } from '@mui/material';
import { LayoutDashboard, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';

export function NoWidgets({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('dashboards');
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={LayoutDashboard}
        title={t('view.empty.title')}
        description={t(onAdd ? 'view.empty.description' : 'view.empty.readOnly')}
        action={
          onAdd && (
            <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={onAdd}>
              {t('view.add')}
            </Button>
          )
        }
      />
    </Paper>
  );
}
