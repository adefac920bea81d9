import type { ConditionNode } from '@stellwerk/contract/rule';
import type { JudgedNode } from '@stellwerk/contract/rule-run';

const isSameValue = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Whether a result belongs to exactly this tree: icons on comparisons that have changed since would be wrong. */
export function isSameTree(judged: JudgedNode, node: ConditionNode): boolean {
  if (judged.op === 'when') {
    return (
      node.op === 'when' &&
      judged.metric === node.metric &&
      judged.cmp === node.cmp &&
      judged.hysteresis === node.hysteresis &&
      isSameValue(judged.value, node.value)
    );
  }
  if (judged.op === 'not') return node.op === 'not' && isSameTree(judged.child, node.child);
  if (node.op !== judged.op || judged.children.length !== node.children.length) return false;
  return node.children.every((child, index) => {
    const answer = judged.children[index];
    return answer !== undefined && isSameTree(answer, child);
  });
}
