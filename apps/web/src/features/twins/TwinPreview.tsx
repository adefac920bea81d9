import { Box, Button, Paper, Typography } from '@mui/material';
import type { Twin } from '@stellwerk/contract/twin';
import { ArrowRight, Map as MapIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { SlotPanels } from '../../ui/slot/SlotPanels.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { StarButton } from '../favourites/index.ts';
import { CreateTwinDialog } from './CreateTwinDialog.tsx';
import { twinPanels } from './slots.ts';
import { TwinChildren } from './TwinChildren.tsx';
import { TwinChips } from './TwinChips.tsx';
import { TwinFacts } from './TwinFacts.tsx';
import { TwinIcon } from './TwinTitle.tsx';
import { useTwin } from './twin.queries.ts';
import { useTwinPath } from './twin-path.ts';

interface TwinPreviewProps {
  twinId: number;
  /** Chooses another twin in the tree. */
  onShow: (id: number) => void;
  onCreated: (twin: Twin) => void;
  onStarred: (parentId: number | null) => void;
}

/** The twin that is chosen in the tree, in short. */
export function TwinPreview({ twinId, onShow, onCreated, onStarred }: TwinPreviewProps) {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const pathOf = useTwinPath();
  const { data: twin, error, refetch } = useTwin(twinId);
  const [isCreating, setCreating] = useState(false);
  if (error) {
    return (
      <Paper variant="outlined">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Paper>
    );
  }
  if (!twin) return <Skeletons shape="block" height={40} />;
  return (
    <Box component="section" aria-label={twin.title} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <TwinIcon twin={twin} size="1.25rem" />
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {twin.title}
          </Typography>
          <TwinChips twin={twin} />
          <Box sx={{ ml: 'auto' }}>
            <StarButton type="twin" object={twin} onChanged={() => onStarred(twin.parentId)} />
          </Box>
        </Box>
        {twin.description && (
          <Typography color="textSecondary" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {twin.description}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="contained" endIcon={<ArrowRight aria-hidden />} onClick={() => go(pathOf(twin))}>
            {t('preview.open')}
          </Button>
          {twin.abilities.update && (
            <Button startIcon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              {t('create.below')}
            </Button>
          )}
          <Button startIcon={<MapIcon aria-hidden />} onClick={() => go(`/digitaltwin-mgmt/map/twin/${twin.id}`)}>
            {t('view.map')}
          </Button>
        </Box>
      </Paper>
      <SlotPanels slot={twinPanels} context={{ kind: 'twin', twin }} />
      <TwinChildren twin={twin} onShow={onShow} />
      <Card title={t('facts.title')}>
        <TwinFacts twin={twin} />
      </Card>
      {isCreating && <CreateTwinDialog parent={twin} onCreated={onCreated} onClose={() => setCreating(false)} />}
    </Box>
  );
}
