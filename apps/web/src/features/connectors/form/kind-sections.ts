import type { KindField, KindSection } from '@stellwerk/plugin/connector-web';

export interface FormSection {
  /** Absent for what no section of the kind holds. */
  id: string | undefined;
  fields: readonly KindField[];
}

/** The sections of a kind, and behind them all settings that they leave out; names that do not exist are dropped. */
export function sectionsOf(sections: readonly KindSection[], names: readonly string[]): FormSection[] {
  const placed = sections.map(({ id, fields }) => ({ id, fields: fields.filter(({ name }) => names.includes(name)) }));
  const taken = new Set(placed.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const others = names.filter((name) => !taken.has(name)).map((name) => ({ name }));
  return [...placed, { id: undefined, fields: others }].filter(({ fields }) => fields.length > 0);
}
