import { Box } from '@mui/material';
import { type ConditionNode, nodesOf, ruleLimits } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';
import { useEffect, useMemo, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';
import { Node, NodeMenu } from './ConditionGroup.tsx';
import type { MetricFact } from './metric-facts.ts';
import { placeName, TreeContext, type TreeEditor } from './tree-context.ts';

interface TreeBuilderProps {
  tree: ConditionNode;
  /** The evaluated tree; absent if the result belongs to another tree. */
  judged: JudgedNode | undefined;
  metrics: readonly MetricFact[];
  onChange: (tree: ConditionNode | undefined) => void;
  disabled: boolean;
  complains: boolean;
}

/** Builds conditions as a sentence of groups and comparisons; each shows whether it is met now. */
export function TreeBuilder({ tree, judged, metrics, onChange, disabled, complains }: TreeBuilderProps) {
  const room = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const [said, setSaid] = useState('');

  // A position exists only after the new tree has rendered; a render of the old tree must not consume the pending
  // focus.
  useEffect(() => {
    const target = tree && room.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"]`);
    wanted.current = undefined;
    target?.focus();
  }, [tree]);

  const editor = useMemo<TreeEditor>(
    () => ({
      tree,
      metrics,
      isDisabled: disabled,
      complains,
      isFull: nodesOf(tree).count >= ruleLimits.conditionNodes,
      change: (next, options = {}) => {
        if (options.focus) wanted.current = placeName(options.focus);
        if (options.said !== undefined) setSaid(options.said);
        onChange(next);
      },
    }),
    [tree, metrics, disabled, complains, onChange],
  );
  return (
    <TreeContext value={editor}>
      <Box ref={room} sx={{ position: 'relative', minWidth: 0 }}>
        <Box role="status" sx={visuallyHidden}>
          {said}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
          <Node node={tree} place={[]} judged={judged} />
          {(tree.op === 'when' || tree.op === 'not') && <NodeMenu place={[]} />}
        </Box>
      </Box>
    </TreeContext>
  );
}
