/** Letters, digits, underscores and dots. */
export const isVariableName = (name: string): boolean => /^[A-Za-z0-9_.]{1,100}$/.test(name);

export interface NameProblems {
  /** Names that stand twice: nothing can be saved with them. */
  repeated: Set<string>;
  /** Names that differ in upper and lower case alone: legal, but mostly a slip. */
  caseOnly: Set<string>;
}

export function nameProblems(names: readonly string[]): NameProblems {
  const spellings = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) {
    if (name === '') continue;
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    const lower = name.toLowerCase();
    spellings.set(lower, (spellings.get(lower) ?? new Set()).add(name));
  }
  const caseOnly = [...spellings.values()].filter((group) => group.size > 1).flatMap((group) => [...group]);
  return { repeated, caseOnly: new Set(caseOnly) };
}

/** The key that a state of a device gets from the name of a variable. */
export const stateKeyOf = (name: string): string => name.replaceAll('.', '_');
