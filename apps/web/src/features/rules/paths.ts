import type { TwinCategory } from '@stellwerk/contract/twin';

interface Owner {
  id: number;
  category: TwinCategory;
}

/** The tab with the rules of a twin, or of a virtual device on its own page. */
export const rulesTabPath = ({ id, category }: Owner) =>
  `${category === 'virtualDevice' ? '/virtual-devices' : '/digitaltwin-mgmt'}/${id}?tab=rules`;

export const rulePath = (twinId: number, ruleId: number) => `/digitaltwin-mgmt/${twinId}/rules/${ruleId}`;

/** An open entry of the alarm log. */
export const alarmPath = (alarmId: number) => `/alarm-logs?alarm=${alarmId}`;

/** The start of a new rule: a template, or a copy of another rule. */
export type RuleTemplateName = 'limit' | 'morning' | 'zone';

export function newRulePath(
  twinId: number,
  { start, copyOf }: { start?: RuleTemplateName; copyOf?: number } = {},
): string {
  const search = new URLSearchParams();
  if (start) search.set('start', start);
  if (copyOf !== undefined) search.set('copy', String(copyOf));
  return `/digitaltwin-mgmt/${twinId}/rules/new${search.size > 0 ? `?${search}` : ''}`;
}
