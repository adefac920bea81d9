import { Button, Paper } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { Activity } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useGo } from '../../ui/navigation/use-go.ts';
import { Section } from '../../ui/surface/Section.tsx';
import { TwinTiles } from '../states/index.ts';

/** The living values of a twin; one with neither values nor twins below says how to begin. */
export function TwinValues({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const { go } = useGo();
  const { id, abilities, stateCount, childCount } = twin;
  if (stateCount > 0) {
    return (
      <Section title={t('values.title')}>
        <TwinTiles twinId={id} abilities={abilities} />
      </Section>
    );
  }
  if (childCount > 0) return null;
  return (
    <Paper variant="outlined">
      <EmptyState
        compact
        icon={Activity}
        title={t('values.none')}
        description={t('values.noneText')}
        action={
          abilities.update && (
            <Button onClick={() => go(`/digitaltwin-mgmt/${id}?tab=states`)}>{t('values.begin')}</Button>
          )
        }
      />
    </Paper>
  );
}
