import type { WidgetAction } from '@stellwerk/contract/widget';

export type ActionType = WidgetAction['type'];

/** In display order. */
export const actionTypes: readonly ActionType[] = ['openTwin', 'openDashboard', 'openUrl'];

const blanks: Readonly<Record<ActionType, WidgetAction>> = {
  openTwin: { type: 'openTwin', label: '', useOpenedTwin: true, twinId: null, newTab: false },
  openDashboard: { type: 'openDashboard', label: '', dashboardId: '', parameters: [], newTab: false },
  openUrl: { type: 'openUrl', label: '', url: 'https://', newTab: true },
};

export const actionTypeOf = (value: unknown): ActionType | undefined => {
  const type: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'type') : undefined;
  return actionTypes.find((each) => each === type);
};

/** Changes the type of an action and keeps the common fields. */
export function changedAction(before: unknown, type: ActionType): WidgetAction {
  const label: unknown = typeof before === 'object' && before !== null ? Reflect.get(before, 'label') : undefined;
  return { ...blanks[type], label: typeof label === 'string' ? label : '' };
}
