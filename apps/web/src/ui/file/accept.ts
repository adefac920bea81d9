export interface FileRules {
  /** Name endings with their dot, such as `.csv`, or media types such as `image/png` and `image/*`. */
  accept?: readonly string[] | undefined;
  maxSizeBytes?: number | undefined;
}

export type FileProblem = 'type' | 'size' | 'empty';

function fits({ name, type }: Pick<File, 'name' | 'type'>, rule: string): boolean {
  if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule.toLowerCase());
  return rule.endsWith('/*') ? type.startsWith(rule.slice(0, -1)) : type === rule;
}

/** An early check for the user; the server checks the content itself. */
export function fileProblem(
  file: Pick<File, 'name' | 'type' | 'size'>,
  { accept, maxSizeBytes }: FileRules,
): FileProblem | undefined {
  if (accept && !accept.some((rule) => fits(file, rule))) return 'type';
  if (file.size === 0) return 'empty';
  return maxSizeBytes !== undefined && file.size > maxSizeBytes ? 'size' : undefined;
}
