import type { Clickable, WidgetAction } from '@stellwerk/plugin/widget-web';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { dashboardPath } from '../paths.ts';
import { useEnclosingView } from '../view/view-context.ts';
import { type ActionTarget, dashboardAddress, targetOf } from './action-target.ts';
import { InsideNavigation } from './inside-navigation.ts';

export interface WidgetActionInput {
  /** Parameters of the dashboard with their current values; by default of the surrounding dashboard. */
  parameters?: ReadonlyMap<string, string>;
  /** Actions are disabled while a dashboard is edited. */
  isEditing?: boolean;
}

const noParameters: ReadonlyMap<string, string> = new Map();

type PageTarget = Extract<ActionTarget, { is: 'twin' | 'dashboard' }>;

const pageOf = (target: PageTarget): string =>
  target.is === 'twin'
    ? `/digitaltwin-mgmt/${target.twinId}`
    : dashboardAddress(dashboardPath(target.dashboardId), target.parameters);

/** Runs the actions of widgets, and returns addresses for those that are links. */
export function useWidgetAction(input: WidgetActionInput = {}) {
  const { t } = useTranslation('dashboards');
  const { go, openTab, addressOf } = useNavigation();
  const around = useEnclosingView();
  const openInside = useContext(InsideNavigation);
  const parameters = input.parameters ?? around?.dataQuery.parameters ?? noParameters;

  function openPage(path: string, newTab: boolean): void {
    if (newTab) openTab(path);
    else go(path);
  }

  function open(target: ActionTarget): void {
    if (target.is === 'nowhere') {
      showToast({ status: 'warning', message: t(`action.nowhere.${target.why}`) });
    } else if (target.is === 'url') {
      if (target.newTab) window.open(target.url, '_blank', 'noopener,noreferrer');
      else window.location.assign(target.url);
    } else if (target.is === 'dashboard' && openInside && !target.newTab) {
      openInside(target.dashboardId, target.parameters);
    } else openPage(pageOf(target), target.newTab);
  }

  return {
    run(action: WidgetAction, clickable: Clickable): void {
      if (!input.isEditing) open(targetOf(action, clickable, parameters));
    },
    /** For `href`; undefined without a target. */
    addressOf(action: WidgetAction, clickable: Clickable): string | undefined {
      if (input.isEditing) return undefined;
      const target = targetOf(action, clickable, parameters);
      if (target.is === 'nowhere') return undefined;
      return target.is === 'url' ? target.url : addressOf(pageOf(target));
    },
  };
}
