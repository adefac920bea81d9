import { idFromText } from '@stellwerk/contract/core/id';
import { maxParameterLength } from '@stellwerk/contract/widget';
import { fillText, fillUrl, type Lookup } from '@stellwerk/plugin/placeholder';
import { widgetLookup } from '@stellwerk/plugin/widget-texts';
import type { Clickable, WidgetAction } from '@stellwerk/plugin/widget-web';

/** The target of a click with all placeholders filled in. */
export type ActionTarget =
  | { is: 'url'; url: string; newTab: boolean }
  | { is: 'twin'; twinId: number; newTab: boolean }
  | { is: 'dashboard'; dashboardId: number; parameters: ReadonlyMap<string, string>; newTab: boolean }
  | { is: 'nowhere'; why: 'address' | 'twin' | 'dashboard' | 'unknown' };

type ActionOf<Type extends WidgetAction['type']> = Extract<WidgetAction, { type: Type }>;

/** Accepts only absolute http and https addresses: no other scheme and no relative address. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : undefined;
}

function idIn(text: string | null, lookup: Lookup): number | undefined {
  return idFromText(fillText(text ?? '', lookup).trim());
}

function urlTarget({ url, newTab }: ActionOf<'openUrl'>, lookup: Lookup): ActionTarget {
  const address = webAddress(fillUrl(url, lookup));
  return address === undefined ? { is: 'nowhere', why: 'address' } : { is: 'url', url: address, newTab };
}

function twinTarget(action: ActionOf<'openTwin'>, { twinId: clicked }: Clickable, lookup: Lookup): ActionTarget {
  const twinId = (action.useOpenedTwin ? clicked : null) ?? idIn(action.twinId, lookup);
  return twinId === undefined ? { is: 'nowhere', why: 'twin' } : { is: 'twin', twinId, newTab: action.newTab };
}

function dashboardTarget(action: ActionOf<'openDashboard'>, lookup: Lookup): ActionTarget {
  const dashboardId = idIn(action.dashboardId, lookup);
  if (dashboardId === undefined) return { is: 'nowhere', why: 'dashboard' };
  const parameters = new Map(
    action.parameters.map(({ name, value }) => [name, fillText(value, lookup).slice(0, maxParameterLength)]),
  );
  return { is: 'dashboard', dashboardId, parameters, newTab: action.newTab };
}

export function targetOf(
  action: WidgetAction,
  clickable: Clickable,
  parameters: ReadonlyMap<string, string>,
): ActionTarget {
  const { twinId, twinTitle, value } = clickable;
  const lookup = widgetLookup({ twin: { id: twinId, title: twinTitle }, value, parameters });
  switch (action.type) {
    case 'openUrl':
      return urlTarget(action, lookup);
    case 'openTwin':
      return twinTarget(action, clickable, lookup);
    case 'openDashboard':
      return dashboardTarget(action, lookup);
    // Options that a newer version has saved are not validated here.
    default:
      return { is: 'nowhere', why: 'unknown' };
  }
}

/** The page of a dashboard with parameter values in the address. */
export function dashboardAddress(path: string, parameters: ReadonlyMap<string, string>): string {
  const search = new URLSearchParams([...parameters].map(([name, value]) => [`parameter_${name}`, value]));
  return search.size === 0 ? path : `${path}?${search}`;
}
