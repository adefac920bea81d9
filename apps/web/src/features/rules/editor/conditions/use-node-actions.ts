import { nodesOf, ruleLimits } from '@stellwerk/contract/rule';
import {
  ArrowDownToLine,
  ArrowUpToLine,
  Ban,
  ChartNoAxesGantt,
  CornerUpLeft,
  Group,
  Trash2,
  Ungroup,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PageAction } from '../../../../ui/page/actions.ts';
import { hasHysteresis } from './HysteresisInput.tsx';
import { useTree } from './tree-context.ts';
import {
  childrenOf,
  moveInto,
  moveOut,
  negateAt,
  nodeAt,
  type Place,
  removeAt,
  replaceAt,
  unwrapAt,
  wrapAt,
} from './tree-edit.ts';

const isGroup = (node: { op: string } | undefined) => node?.op === 'and' || node?.op === 'or';

/** Actions for a part of the conditions, by mouse and keyboard. */
export function useNodeActions(place: Place): PageAction[] {
  const { t } = useTranslation('rules');
  const { tree, change } = useTree();
  const node = nodeAt(tree, place);
  const around = nodeAt(tree, place.slice(0, -1));
  const index = place.at(-1) ?? 0;
  if (!node) return [];
  const isRoot = place.length === 0;
  const isHeld = node.op === 'when' && node.hysteresis !== undefined;
  const beside = (by: 1 | -1) => (around && isGroup(around) ? childrenOf(around)[index + by] : undefined);
  const tooDeep = nodesOf(tree).depth >= ruleLimits.conditionDepth ? t('condition.tooDeep') : undefined;
  const moved = ({ tree: next, place: to }: ReturnType<typeof moveOut>, said: string) =>
    change(next, { focus: to, said });
  const afterRemoval: Place = index > 0 ? [...place.slice(0, -1), index - 1] : place.slice(0, -1);

  const offered: [boolean, PageAction][] = [
    [
      node.op !== 'not',
      {
        label: t('condition.action.negate'),
        icon: Ban,
        onClick: () => change(negateAt(tree, place), { focus: [...place, 0] }),
        disabledReason: tooDeep,
      },
    ],
    [
      node.op === 'not',
      {
        label: t('condition.action.unnegate'),
        icon: Ban,
        onClick: () => change(negateAt(tree, place), { focus: place }),
      },
    ],
    [
      !isRoot || !isGroup(node),
      {
        label: t('condition.action.wrap'),
        icon: Group,
        onClick: () => change(wrapAt(tree, place), { focus: [...place, 0], said: t('condition.said.wrapped') }),
        disabledReason: tooDeep,
      },
    ],
    [
      isGroup(node) && isGroup(around),
      {
        label: t('condition.action.unwrap'),
        icon: Ungroup,
        onClick: () => change(unwrapAt(tree, place), { focus: place, said: t('condition.said.unwrapped') }),
      },
    ],
    [
      isGroup(beside(-1)),
      {
        label: t('condition.action.intoAbove'),
        icon: ArrowUpToLine,
        onClick: () => moved(moveInto(tree, place, -1), t('condition.said.into')),
      },
    ],
    [
      isGroup(beside(1)),
      {
        label: t('condition.action.intoBelow'),
        icon: ArrowDownToLine,
        onClick: () => moved(moveInto(tree, place, 1), t('condition.said.into')),
      },
    ],
    [
      place.length > 1 && isGroup(around) && isGroup(nodeAt(tree, place.slice(0, -2))),
      {
        label: t('condition.action.out'),
        icon: CornerUpLeft,
        onClick: () => moved(moveOut(tree, place), t('condition.said.out')),
      },
    ],
    [
      node.op === 'when' && hasHysteresis(node.cmp),
      {
        label: t(isHeld ? 'condition.action.removeHysteresis' : 'condition.action.addHysteresis'),
        icon: ChartNoAxesGantt,
        onClick: () => {
          if (node.op !== 'when') return;
          const { hysteresis: _before, ...plain } = node;
          change(replaceAt(tree, place, isHeld ? plain : { ...node, hysteresis: 1 }));
        },
      },
    ],
    [
      true,
      {
        label: t(node.op === 'when' ? 'condition.action.remove' : 'condition.action.removeGroup'),
        icon: Trash2,
        danger: true,
        onClick: () => change(removeAt(tree, place), { focus: afterRemoval, said: t('condition.said.removed') }),
      },
    ],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, action]) => action);
}
