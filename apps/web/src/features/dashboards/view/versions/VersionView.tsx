import { Alert, Box, Button } from '@mui/material';
import type { Dashboard } from '@stellwerk/contract/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../../ui/feedback/Skeletons.tsx';
import { useDashboardVersion } from '../../dashboard.queries.ts';
import type { DashboardDataQuery } from '../../widget.queries.ts';
import { WidgetGrid } from '../grid/WidgetGrid.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { usePreviewData } from './use-preview-data.ts';

interface OldWidgetsProps {
  dashboard: Dashboard;
  dataQuery: DashboardDataQuery;
}

function OldWidgets({ dashboard, dataQuery }: OldWidgetsProps) {
  const data = usePreviewData(dashboard, dataQuery);
  return (
    <WidgetGrid
      dashboard={dashboard}
      data={data}
      parameters={dataQuery.parameters}
      tools={{ onRefresh: () => void data.refreshAll() }}
    />
  );
}

interface VersionViewProps extends OldWidgetsProps {
  version: number;
  onClose: () => void;
}

/** A former version of a dashboard with current values; read-only. */
export function VersionView({ dashboard, version, dataQuery, onClose }: VersionViewProps) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const { data, error, refetch } = useDashboardVersion(dashboard.id, version);
  const [isAsking, setAsking] = useState(false);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="cards" count={6} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Alert
        severity="info"
        action={
          <Box sx={{ display: 'flex', gap: 1 }}>
            {dashboard.abilities.update && (
              <Button size="small" onClick={() => setAsking(true)}>
                {t('versions.restore')}
              </Button>
            )}
            <Button size="small" variant="text" onClick={onClose}>
              {t('versions.back')}
            </Button>
          </Box>
        }
      >
        {t('versions.shown', { version, at: formats.dateTime(data.createdAt) })}
      </Alert>
      <OldWidgets dashboard={data.dashboard} dataQuery={dataQuery} />
      {isAsking && (
        <RestoreDialog
          dashboardId={dashboard.id}
          version={data}
          onRestored={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
