import { Button, Paper } from '@mui/material';
import { Activity } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Section } from '../../ui/surface/Section.tsx';
import type { TwinContext } from '../twins/index.ts';
import { deviceStatesPath, twinStatesPath } from './paths.ts';
import { TwinTiles } from './TwinTiles.tsx';

/** The live values of a twin or device. A twin without values and without children offers to create states. */
export function TwinValues({ kind, twin }: TwinContext) {
  const { t } = useTranslation('states');
  const { go } = useNavigation();
  const { id, abilities, stateCount } = twin;
  if (stateCount > 0) {
    return (
      <Section title={t('values.title')}>
        <TwinTiles twinId={id} abilities={abilities} />
      </Section>
    );
  }
  if (kind === 'twin' && twin.childCount > 0) return null;
  return (
    <Paper variant="outlined">
      <EmptyState
        compact
        icon={Activity}
        title={t('values.none')}
        description={t(`values.noneHelp.${kind}`)}
        action={
          abilities.update && (
            <Button onClick={() => go(kind === 'device' ? deviceStatesPath(id) : twinStatesPath(id))}>
              {t('values.begin')}
            </Button>
          )
        }
      />
    </Paper>
  );
}
