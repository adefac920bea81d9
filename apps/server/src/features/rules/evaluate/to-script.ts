import type { Comparison, ConditionNode } from '@stellwerk/contract/rule';
import { numberOf } from './compare.ts';

type When = Extract<ConditionNode, { op: 'when' }>;

/** Aliases never start with a dollar sign, so these names can't collide with them. */
const helpers = {
  $number: `// What a value reads as, as a number: true is 1, false is 0; NaN where it is none.
const $number = (value) => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.trim() === '') return NaN;
  return Number.isFinite(Number(value)) ? Number(value) : NaN;
};`,
  $text: `const $text = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));`,
  $same: `// As numbers where both sides read as numbers, else as texts.
const $same = (left, right) => {
  if (left === null || right === null) return left === right;
  const [a, b] = [$number(left), $number(right)];
  return Number.isNaN(a) || Number.isNaN(b) ? $text(left) === $text(right) : a === b;
};`,
};

const operators: Record<Exclude<Comparison, 'eq' | 'not'>, string> = { lt: '<', gt: '>', lte: '<=', gte: '>=' };

function equality({ metric, cmp, value }: When): string {
  const isNot = cmp === 'not';
  if (value === null) return `${metric} ${isNot ? '!==' : '==='} null`;
  // A numeric value only equals values with the same number, so texts need not be compared.
  const number = typeof value === 'object' || typeof value === 'boolean' ? Number.NaN : numberOf(value);
  if (!Number.isNaN(number)) return `$number(${metric}) ${isNot ? '!==' : '==='} ${String(number)}`;
  const other = typeof value === 'object' ? value.metric : JSON.stringify(value);
  return `${isNot ? '!' : ''}$same(${metric}, ${other})`;
}

function comparison(node: When): string {
  const { metric, cmp, value } = node;
  if (cmp === 'eq' || cmp === 'not') return equality(node);
  if (typeof value === 'object' && value !== null)
    return `$number(${metric}) ${operators[cmp]} $number(${value.metric})`;
  const number = numberOf(value);
  // Comparisons with a value that is not numeric are always false.
  return Number.isNaN(number) ? 'false' : `$number(${metric}) ${operators[cmp]} ${String(number)}`;
}

/** The lines of one expression; groups are put in parentheses. */
function linesOf(node: ConditionNode, indent: string): string {
  if (node.op === 'when') return comparison(node);
  if (node.op === 'not') {
    const inner = linesOf(node.child, indent);
    return inner.startsWith('(') ? `!${inner}` : `!(${inner})`;
  }
  const deeper = `${indent}  `;
  const children = node.children.map((child) => linesOf(child, deeper));
  if (children.length === 1) return children[0] ?? 'true';
  const operator = node.op === 'and' ? ' &&' : ' ||';
  return `(\n${deeper}${children.join(`${operator}\n${deeper}`)}\n${indent})`;
}

export function toScript(tree: ConditionNode): string {
  const expression = linesOf(tree, '');
  const needsSame = expression.includes('$same(');
  const names = needsSame ? (['$number', '$text', '$same'] as const) : (['$number'] as const);
  const used = needsSame || expression.includes('$number(') ? names.map((name) => helpers[name]) : [];
  return `${[...used, `return ${expression};`].join('\n')}\n`;
}
