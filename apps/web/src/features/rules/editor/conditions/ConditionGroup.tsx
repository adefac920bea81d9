import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import type { ConditionNode } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { GripVertical, Group as GroupIcon, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { useReorder } from '../../../../ui/order/use-reorder.ts';
import { ActionMenu } from '../../../../ui/page/ActionMenu.tsx';
import { blankWhen } from './blank-when.ts';
import { ConditionResult } from './ConditionResult.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import { placeName, useTree } from './tree-context.ts';
import { addTo, childrenOf, type Group, type Place, reorder, replaceAt } from './tree-edit.ts';
import { useNodeActions } from './use-node-actions.ts';

interface NodeProps<N extends ConditionNode = ConditionNode> {
  node: N;
  place: Place;
  judged: JudgedNode | undefined;
}

const judgedChild = (judged: JudgedNode | undefined, index: number): JudgedNode | undefined => {
  if (!judged || judged.op === 'when') return undefined;
  return judged.op === 'not' ? judged.child : judged.children[index];
};

export function NodeMenu({ place }: { place: Place }) {
  const { t } = useTranslation('rules');
  const { isDisabled } = useTree();
  const actions = useNodeActions(place);
  if (isDisabled) return null;
  return <ActionMenu plain actions={actions} label={t('condition.menu', { place: placeText(place) })} />;
}

/** Counted from 1. */
const placeText = (place: Place) => place.map((index) => index + 1).join('.') || '0';

function GroupButtons({ node, place }: Pick<NodeProps<Group>, 'node' | 'place'>) {
  const { t } = useTranslation('rules');
  const { tree, metrics, isFull, change } = useTree();
  const focus = [...place, node.children.length];
  const add = (added: ConditionNode, to: Place) => change(addTo(tree, place, added), { focus: to });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      <Button
        size="small"
        startIcon={<Plus aria-hidden />}
        disabled={isFull}
        onClick={() => add(blankWhen(metrics), focus)}
      >
        {t('condition.add')}
      </Button>
      <Button
        size="small"
        variant="text"
        startIcon={<GroupIcon aria-hidden />}
        disabled={isFull}
        onClick={() => add({ op: node.op === 'and' ? 'or' : 'and', children: [blankWhen(metrics)] }, [...focus, 0])}
      >
        {t('condition.addGroup')}
      </Button>
    </Box>
  );
}

function Children({ node, place, judged }: NodeProps<Group>) {
  const { t } = useTranslation('rules');
  const { tree, isDisabled, change } = useTree();
  const order = useReorder(
    node.children.map((_, index) => index),
    (next, moved) => {
      const to = next.indexOf(moved);
      change(reorder(tree, place, next), {
        said: t('condition.said.moved', { place: to + 1, count: next.length }),
      });
    },
  );
  return (
    <Box
      component="ol"
      sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {order.order.map((index) => {
        const child = node.children[index];
        if (!child) return null;
        const at = [...place, index];
        return (
          <Box
            component="li"
            key={index}
            ref={order.rowRef(index)}
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              gap: { xs: 0, sm: 0.5 },
              borderRadius: 0.75,
              ...(order.draggedId === index ? { bgcolor: 'primary.soft' } : {}),
            }}
          >
            {!isDisabled && node.children.length > 1 && (
              <Tooltip title={t('condition.handleHint')}>
                <IconButton
                  size="small"
                  {...order.handle(index)}
                  aria-label={t('condition.handle', { place: placeText(at) })}
                  sx={{ mt: 0.5, cursor: 'grab', touchAction: 'none' }}
                >
                  <GripVertical aria-hidden />
                </IconButton>
              </Tooltip>
            )}
            <Node node={child} place={at} judged={judgedChild(judged, index)} />
            <NodeMenu place={at} />
          </Box>
        );
      })}
    </Box>
  );
}

const frame = {
  flex: 1,
  minWidth: 0,
  p: { xs: 0.75, sm: 1.25 },
  border: 1,
  borderColor: 'border.main',
  borderRadius: 1,
  borderLeftWidth: 3,
} as const;

/** Several parts, of which all or at least one must be met; parts may be groups. */
function GroupNode({ node, place, judged }: NodeProps<Group>) {
  const { t } = useTranslation('rules');
  const { tree, isDisabled, change } = useTree();
  return (
    <Box
      role="group"
      aria-label={t('condition.group', { place: placeText(place) })}
      sx={{ ...frame, borderLeftColor: judged?.isMet ? 'ok.main' : 'border.strong' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <SelectField
          label={t('condition.groupKind')}
          hideLabel
          value={node.op}
          options={(['and', 'or'] as const).map((value) => ({ value, label: t(`judged.op.${value}`) }))}
          onChange={(op) => change(replaceAt(tree, place, { ...node, op }))}
          disabled={isDisabled}
          attributes={{ 'data-place': placeName(place) }}
          sx={{ width: 'auto' }}
        />
        <Typography color="textSecondary">{t('condition.mustHold', { count: node.op === 'or' ? 1 : 2 })}</Typography>
        <ConditionResult isMet={judged?.isMet} />
      </Box>
      <Children node={node} place={place} judged={judged} />
      {!isDisabled && <GroupButtons node={node} place={place} />}
    </Box>
  );
}

function NotNode({ node, place, judged }: NodeProps) {
  const { t } = useTranslation('rules');
  const [child] = childrenOf(node);
  if (!child) return null;
  return (
    <Box
      role="group"
      aria-label={t('condition.negation', { place: placeText(place) })}
      sx={{ ...frame, bgcolor: 'background.raised', borderLeftColor: judged?.isMet ? 'ok.main' : 'border.strong' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{t('condition.notHeading')}</Typography>
        <ConditionResult isMet={judged?.isMet} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <Node node={child} place={[...place, 0]} judged={judgedChild(judged, 0)} />
        {child.op !== 'when' && <NodeMenu place={[...place, 0]} />}
      </Box>
    </Box>
  );
}

export function Node({ node, place, judged }: NodeProps) {
  if (node.op === 'when') return <ConditionRow node={node} place={place} judged={judged} />;
  if (node.op === 'not') return <NotNode node={node} place={place} judged={judged} />;
  return <GroupNode node={node} place={place} judged={judged} />;
}
