import { Box, Button, Typography } from '@mui/material';
import { Link } from '@tanstack/react-router';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { SidePanel } from '../../ui/surface/SidePanel.tsx';
import { useDashboardActions, useTwinDashboards } from './dashboard.queries.ts';
import { dashboardPath } from './paths.ts';

export interface TwinDashboardsProps {
  twin: { id: number; title: string };
  onClose: () => void;
}

/** The dashboards of a twin or device, and a button for a ready-made one. */
export function TwinDashboards({ twin, onClose }: TwinDashboardsProps) {
  const { t } = useTranslation('dashboards');
  const { go } = useNavigation();
  const mayCreate = useCan('Dashboards.manage');
  const { data, error, refetch } = useTwinDashboards(twin.id);
  const { createReadyMade } = useDashboardActions();
  const [isBusy, setBusy] = useState(false);

  async function create() {
    setBusy(true);
    try {
      const { id, name } = await createReadyMade({ dtwinId: twin.id });
      showToast({ message: t('create.done', { name }) });
      go(dashboardPath(id));
    } catch (cause) {
      setBusy(false);
      showToast({ status: 'error', message: failureOf(cause).message ?? t('failed.load') });
    }
  }

  return (
    <SidePanel title={t('twin.title', { title: twin.title })} closeLabel={t('close')} onClose={onClose}>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons shape="rows" count={3} />}
      {data?.length === 0 && <Typography color="textSecondary">{t('twin.none')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data?.map(({ id, name }) => (
          <li key={id}>
            <Link to={dashboardPath(id)}>{name}</Link>
          </li>
        ))}
      </Box>
      {mayCreate && (
        <Box>
          <Button startIcon={<WandSparkles aria-hidden />} loading={isBusy} onClick={() => void create()}>
            {t('twin.create')}
          </Button>
        </Box>
      )}
    </SidePanel>
  );
}
