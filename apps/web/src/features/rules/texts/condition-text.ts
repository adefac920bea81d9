import type { ConditionNode, ConditionScalar } from '@stellwerk/contract/rule';

export interface ConditionTexts {
  metric: (alias: string) => string;
  value: (value: ConditionScalar, alias: string) => string;
  comparison: (cmp: Extract<ConditionNode, { op: 'when' }>['cmp'], left: string, right: string) => string;
  hysteresis: (text: string, hysteresis: number, alias: string) => string;
  and: string;
  or: string;
  not: (inner: string) => string;
}

/** A tree as a sentence: "A is greater than 5 and (B is 1 or C is 2)". */
export function conditionText(node: ConditionNode, texts: ConditionTexts, isInner = false): string {
  if (node.op === 'when') {
    const { metric, cmp, value, hysteresis } = node;
    const right = typeof value === 'object' && value !== null ? texts.metric(value.metric) : texts.value(value, metric);
    const text = texts.comparison(cmp, texts.metric(metric), right);
    return hysteresis === undefined ? text : texts.hysteresis(text, hysteresis, metric);
  }
  if (node.op === 'not') return texts.not(conditionText(node.child, texts));
  const parts = node.children.map((child) => conditionText(child, texts, node.children.length > 1));
  const joined = parts.join(` ${texts[node.op]} `);
  return isInner && parts.length > 1 ? `(${joined})` : joined;
}
