import { Box, Button, Typography } from '@mui/material';
import type { Dashboard, DashboardVersion } from '@stellwerk/contract/dashboard';
import { Eye, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../../ui/feedback/Skeletons.tsx';
import { NeutralChip } from '../../../../ui/status/NeutralChip.tsx';
import { SidePanel } from '../../../../ui/surface/SidePanel.tsx';
import { useDashboardVersions } from '../../dashboard.queries.ts';
import { RestoreDialog } from './RestoreDialog.tsx';

interface VersionsPanelProps {
  dashboard: Pick<Dashboard, 'id' | 'abilities'>;
  onPreview: (version: number) => void;
  onClose: () => void;
}

interface VersionRowProps {
  version: DashboardVersion;
  isNewest: boolean;
  onPreview: () => void;
  onRestore: (() => void) | undefined;
}

function VersionRow({ version: { version, createdAt, createdBy, change, about }, isNewest, ...on }: VersionRowProps) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'border.main', display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
          {t(`versions.change.${change}`, { about })}
        </Typography>
        {isNewest && <NeutralChip label={t('versions.current')} />}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t('versions.by', {
          version: formats.number(version),
          at: formats.dateTime(createdAt),
          by: createdBy ?? t('versions.nobody'),
        })}
      </Typography>
      {!isNewest && (
        <Box sx={{ display: 'flex', gap: 1, ml: -1 }}>
          <Button
            size="small"
            variant="text"
            startIcon={<Eye aria-hidden />}
            aria-label={t('versions.previewOf', { version })}
            onClick={on.onPreview}
          >
            {t('versions.preview')}
          </Button>
          {on.onRestore && (
            <Button
              size="small"
              variant="text"
              startIcon={<RotateCcw aria-hidden />}
              aria-label={t('versions.restoreOf', { version })}
              onClick={on.onRestore}
            >
              {t('versions.restore')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

/** The versions of a dashboard, newest first. */
export function VersionsPanel({ dashboard, onPreview, onClose }: VersionsPanelProps) {
  const { t } = useTranslation('dashboards');
  const { data, error, refetch } = useDashboardVersions(dashboard.id);
  const [restored, setRestored] = useState<DashboardVersion>();
  return (
    <SidePanel title={t('versions.title')} closeLabel={t('close')} onClose={onClose}>
      <Typography color="textSecondary">{t('versions.help')}</Typography>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons shape="rows" count={6} />}
      <Box component="ol" aria-label={t('versions.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.map((version, index) => (
          <VersionRow
            key={version.version}
            version={version}
            isNewest={index === 0}
            onPreview={() => onPreview(version.version)}
            onRestore={dashboard.abilities.update ? () => setRestored(version) : undefined}
          />
        ))}
      </Box>
      {restored && (
        <RestoreDialog
          dashboardId={dashboard.id}
          version={restored}
          onRestored={onClose}
          onClose={() => setRestored(undefined)}
        />
      )}
    </SidePanel>
  );
}
