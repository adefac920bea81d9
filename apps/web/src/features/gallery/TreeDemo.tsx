import { Typography } from '@mui/material';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { TreePicker } from '../../ui/tree/TreePicker.tsx';
import type { NodeId } from '../../ui/tree/tree-rows.ts';
import type { TreeMove } from '../../ui/tree/use-tree-move.ts';
import { DemoGrid } from './DemoGrid.tsx';
import { createSampleTree, flatTree } from './sample-tree.ts';

const flatCount = 100_000;
const answerMs = 200;

export function TreeDemo() {
  const { t } = useTranslation('gallery');
  const [one, setOne] = useState<NodeId[]>([]);
  const [many, setMany] = useState<NodeId[]>([3, 5]);
  const tree = useMemo(() => createSampleTree(answerMs), []);
  const flat = useMemo(() => flatTree(flatCount), []);
  const move = useCallback((step: TreeMove) => tree.move(step, t('tree.refused')), [tree, t]);
  return (
    <DemoGrid minWidth="24rem">
      <Card title={t('tree.lazy')} subtitle={t('tree.lazySubtitle')}>
        <TreePicker
          label={t('tree.lazy')}
          source={tree.source}
          selected={one}
          onSelect={setOne}
          defaultExpanded={['1']}
          onMove={move}
          pageSize={50}
        />
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('tree.chosen', { ids: one.join(', ') || '—' })}
        </Typography>
      </Card>
      <Card title={t('tree.flat')} subtitle={t('tree.flatSubtitle')}>
        <TreePicker
          label={t('tree.flat')}
          source={flat}
          selected={many}
          onSelect={setMany}
          multiple
          pageSize={flatCount}
        />
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('tree.chosen', { ids: many.join(', ') || '—' })}
        </Typography>
      </Card>
    </DemoGrid>
  );
}
