import { Button } from '@mui/material';
import { useParams } from '@tanstack/react-router';
import { LayoutDashboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { useDashboard } from '../dashboard.queries.ts';
import { dashboardsPath } from '../paths.ts';
import { DashboardView } from './DashboardView.tsx';
import { GridSkeleton } from './grid/GridSkeleton.tsx';

function NotFound() {
  const { t } = useTranslation('dashboards');
  const { go } = useNavigation();
  return (
    <EmptyState
      icon={LayoutDashboard}
      title={t('notFound.title')}
      description={t('notFound.description')}
      action={<Button onClick={() => go(dashboardsPath)}>{t('notFound.action')}</Button>}
    />
  );
}

export function DashboardPage() {
  const { t } = useTranslation('dashboards');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useDashboard(Number(id));
  if (data) return <DashboardView key={data.id} dashboard={data} />;
  const isMissing = ['DASHBOARD_NOT_FOUND', 'VALIDATION_ERROR', 'PARAMETER_VALIDATION_ERROR'].includes(
    failureOf(error).code ?? '',
  );
  return (
    <Page id="dashboard" title={t('singular')}>
      {isMissing && <NotFound />}
      {error && !isMissing && <ErrorState title={t('failed.load')} error={error} onRetry={() => void refetch()} />}
      {!error && <GridSkeleton />}
    </Page>
  );
}
