import { bulkTitle } from '@stellwerk/contract/bulk-import';
import type { OperationalStatus } from '@stellwerk/contract/device';
import type { BulkDeviceChange } from '@stellwerk/contract/device-bulk';

/** The input of the second step. Absent values and empty lists change nothing. */
export interface EditInput {
  title: string;
  operationalStatus: OperationalStatus | undefined;
  disabled: boolean | undefined;
  addTags: readonly string[];
  removeTags: readonly string[];
  addGroups: readonly string[];
  removeGroups: readonly string[];
  isMoved: boolean;
  /** Undefined: the top of the account. */
  parent: { id: number; title: string } | undefined;
}

export const emptyEdit: EditInput = {
  title: '',
  operationalStatus: undefined,
  disabled: undefined,
  addTags: [],
  removeTags: [],
  addGroups: [],
  removeGroups: [],
  isMoved: false,
  parent: undefined,
};

const listed = (values: readonly string[]) => (values.length > 0 ? [...values] : undefined);

/** Only the fields that change something, as the call takes them. */
export function changeOf(input: EditInput): BulkDeviceChange {
  const { operationalStatus, disabled, isMoved, parent } = input;
  const change = {
    operationalStatus,
    disabled,
    addTags: listed(input.addTags),
    removeTags: listed(input.removeTags),
    addGroups: listed(input.addGroups),
    removeGroups: listed(input.removeGroups),
    parentId: isMoved ? (parent?.id ?? null) : undefined,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export type EditProblem = 'titleMissing' | 'titleLength' | 'tagInBoth' | 'groupInBoth' | 'nothing';

const overlap = (one: readonly string[], other: readonly string[]) => one.some((value) => other.includes(value));

/** The rules that need no server. The server checks them again. */
export function problemsOf(input: EditInput): EditProblem[] {
  const title = input.title.trim();
  return [
    ...(title === '' ? ['titleMissing' as const] : []),
    ...(title !== '' && !bulkTitle.safeParse(title).success ? ['titleLength' as const] : []),
    ...(overlap(input.addTags, input.removeTags) ? ['tagInBoth' as const] : []),
    ...(overlap(input.addGroups, input.removeGroups) ? ['groupInBoth' as const] : []),
    ...(Object.keys(changeOf(input)).length === 0 ? ['nothing' as const] : []),
  ];
}
