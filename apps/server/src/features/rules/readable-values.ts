import type { JudgedNode, RunMetric } from '@stellwerk/contract/rule-run';

interface Evaluated {
  metrics: RunMetric[];
  conditions: JudgedNode | null;
}

/** An evaluation without the values of metrics that the caller may not read: a rule can name states of other accounts. */
export function withoutHidden<T extends Evaluated>(evaluated: T, isReadable: (alias: string) => boolean): T {
  const { metrics, conditions } = evaluated;
  if (metrics.every(({ alias }) => isReadable(alias))) return evaluated;
  return {
    ...evaluated,
    metrics: metrics.map((metric) =>
      isReadable(metric.alias) ? metric : { alias: metric.alias, value: null, at: null, count: 0 },
    ),
    conditions: conditions && hideIn(conditions, isReadable),
  };
}

function hideIn(node: JudgedNode, isReadable: (alias: string) => boolean): JudgedNode {
  if (node.op === 'not') return { ...node, child: hideIn(node.child, isReadable) };
  if (node.op !== 'when') return { ...node, children: node.children.map((child) => hideIn(child, isReadable)) };
  const { metric, value } = node;
  const other = typeof value === 'object' && value !== null ? value.metric : undefined;
  return {
    ...node,
    left: isReadable(metric) ? node.left : null,
    right: other === undefined || isReadable(other) ? node.right : null,
  };
}
