import type { TargetVariable } from '@stellwerk/contract/driver';

/** The state for a variable of the driver: its key is the name, with underscores in place of other characters. */
export function stateOfVariable({ name, title, valueType, unit }: TargetVariable) {
  const key =
    name
      .replace(/[^A-Za-z0-9_]/g, '_')
      .replace(/^_+/, '')
      .slice(0, 64) || 'value';
  return { key, variable: name, title: title.trim() || name, valueType, unit };
}
