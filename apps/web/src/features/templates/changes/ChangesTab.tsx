import { Alert, Box, Typography } from '@mui/material';
import type { DeviceTemplate } from '@stellwerk/contract/device-template';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { useTemplateChanges } from '../template.queries.ts';
import { ChangeList } from './ChangeList.tsx';
import { EffectList } from './EffectList.tsx';

/** The changes that are not synchronised yet, and their effect. */
export function ChangesTab({ template, isDirty }: { template: DeviceTemplate; isDirty: boolean }) {
  const { t } = useTranslation('templates');
  const { data, error, refetch } = useTemplateChanges(template.id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isDirty && <Alert severity="info">{t('changes.unsaved')}</Alert>}
      <EffectList effects={data.effects} />
      <Card title={t('changes.title')}>
        {data.changes.length === 0 ? (
          <Typography color="textSecondary">{t('changes.none')}</Typography>
        ) : (
          <ChangeList changes={data.changes} names={data.names} />
        )}
      </Card>
    </Box>
  );
}
