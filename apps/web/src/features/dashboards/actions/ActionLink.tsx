import { Button, Link, type LinkProps } from '@mui/material';
import type { Clickable, WidgetAction } from '@stellwerk/plugin/widget-web';
import { ExternalLink, LayoutDashboard, type LucideIcon, SquareArrowOutUpRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlainClick } from '../../../ui/navigation/use-navigation.ts';
import { useWidgetAction } from './use-widget-action.ts';

export interface ActionProps {
  action: WidgetAction;
  clickable: Clickable;
  isEditing: boolean;
  onAction: (action: WidgetAction, clickable: Clickable) => void;
}

/** A real link, for middle click and context menu; an ordinary click runs the widget's action. */
function useActionLink({ action, clickable, isEditing, onAction }: ActionProps) {
  const href = useWidgetAction({ isEditing }).addressOf(action, clickable);
  const onClick = (event: MouseEvent) => {
    // The click handler of a row around the link must not run as well.
    event.stopPropagation();
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!isEditing) onAction(action, clickable);
  };
  return { href, onClick, rel: 'noopener noreferrer' };
}

interface ActionLinkProps extends ActionProps {
  children: ReactNode;
  sx?: LinkProps['sx'];
}

/** Renders only the text while there is no target. */
export function ActionLink({ children, sx, ...action }: ActionLinkProps) {
  const { href, ...link } = useActionLink(action);
  if (href === undefined) return children;
  return (
    <Link {...link} href={href} color="inherit" underline="hover" {...(sx ? { sx } : {})}>
      {children}
    </Link>
  );
}

const icons: Record<WidgetAction['type'], LucideIcon> = {
  openUrl: ExternalLink,
  openTwin: SquareArrowOutUpRight,
  openDashboard: LayoutDashboard,
};

export function ActionButton(props: ActionProps) {
  const { t } = useTranslation('dashboards');
  const { action } = props;
  const { href, ...link } = useActionLink(props);
  const Icon = icons[action.type];
  const look = { size: 'small' as const, ...(Icon ? { startIcon: <Icon aria-hidden /> } : {}) };
  const label = action.label || t(`action.${action.type}`);
  if (href === undefined) {
    return (
      <Button {...look} disabled={props.isEditing} onClick={link.onClick}>
        {label}
      </Button>
    );
  }
  return (
    <Button {...look} {...link} href={href}>
      {label}
    </Button>
  );
}
