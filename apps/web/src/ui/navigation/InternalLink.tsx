import { Link, type LinkProps } from '@mui/material';
import type { MouseEvent } from 'react';
import { isPlainClick, useNavigation } from './use-navigation.ts';

export interface InternalLinkProps extends Omit<LinkProps, 'href' | 'onClick' | 'component'> {
  /** Path inside the app, with parameters. */
  to: string;
}

/** A real link, for middle click, context menu and screen readers, but without reloading the app. */
export function InternalLink({ to, children, ...rest }: InternalLinkProps) {
  const { addressOf, go, prefetch } = useNavigation();
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <Link {...rest} href={addressOf(to)} onClick={onClick} onMouseEnter={() => prefetch(to)}>
      {children}
    </Link>
  );
}
