import type { Driver, DriverVersion, ParserType } from '@stellwerk/contract/driver';
import { versionFields } from '@stellwerk/contract/driver';
import { type Issue, issuesOf } from '@stellwerk/contract/issues';
import { isSame } from '../parser/value-diff.ts';

/** What can be edited of a version. */
export type Content = Pick<DriverVersion, 'parser' | 'variables' | 'health' | 'downlinks' | 'notes'>;

export const contentOf = ({ parser, variables, health, downlinks, notes }: Content): Content => ({
  parser,
  variables,
  health,
  downlinks,
  notes,
});

const partNames = ['parser', 'variables', 'health', 'downlinks', 'notes'] as const;

/** The parts that differ, which are all that has to be saved. */
export function changedParts(saved: Content, current: Content): Partial<Content> {
  const changed = partNames.filter((name) => !isSame(saved[name], current[name]));
  return Object.fromEntries(changed.map((name) => [name, current[name]]));
}

export function contentIssues(content: Content): Issue[] {
  const checked = versionFields.safeParse(content, { reportInput: true });
  return checked.success ? [] : issuesOf(checked.error);
}

/** The value at a path such as `variables.3.name`. */
export function valueAt(content: Content, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      content,
    );
}

/** The newest published version, whose content stands where there is no draft. */
export const newestNumber = (driver: Driver): number | null => (driver.draft ? null : driver.publishedVersion);

export const parserTypesToChoose: readonly ParserType[] = ['javascript', 'single', 'multi', 'url', 'elixir', 'none'];
