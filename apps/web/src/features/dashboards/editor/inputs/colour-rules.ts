/** The fields of a row in a list of colour rules, by the schema of its items. */
export function ruleParts(schema: Readonly<Record<string, unknown>>) {
  const items: unknown = schema.items;
  const properties: unknown =
    typeof items === 'object' && items !== null ? Reflect.get(items, 'properties') : undefined;
  const partAt = (name: string): object | undefined => {
    const part: unknown =
      typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
        ? Reflect.get(properties, name)
        : undefined;
    return typeof part === 'object' && part !== null ? part : undefined;
  };
  const value = partAt('value');
  return {
    hasField: partAt('field') !== undefined,
    hasOperator: partAt('operator') !== undefined,
    hasNumber: value !== undefined && 'type' in value && value.type === 'number',
  };
}
export type RuleParts = ReturnType<typeof ruleParts>;

const numberIn = (row: unknown): number | undefined => {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'value') : undefined;
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
};
const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null;

/** Sorts from low to high; rows without a number are last. */
export const byValue = (rows: readonly unknown[]): object[] =>
  rows
    .filter(isRow)
    .toSorted((left, right) => (numberIn(left) ?? Number.MAX_VALUE) - (numberIn(right) ?? Number.MAX_VALUE));

/** Traffic light colours, assigned to new rows in turn. */
const colours = ['ok', 'warning', 'error'];

export function blankRule({ hasField, hasOperator, hasNumber }: RuleParts, rows: readonly unknown[]): object {
  return {
    ...(hasField ? { field: 'status', key: '' } : {}),
    ...(hasOperator ? { operator: hasNumber ? 'gte' : 'eq' } : {}),
    value: hasNumber ? undefined : '',
    color: colours[Math.min(rows.length, colours.length - 1)],
  };
}
