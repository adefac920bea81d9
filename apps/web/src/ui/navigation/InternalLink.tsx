import { Link, type LinkProps } from '@mui/material';
import type { MouseEvent } from 'react';
import { isPlainClick, useGo } from './use-go.ts';

export interface InternalLinkProps extends Omit<LinkProps, 'href' | 'onClick' | 'component'> {
  /** Path inside the app, with parameters. */
  to: string;
}

/** A real link, so that middle click, context menu and screen readers work, but without loading the page anew. */
export function InternalLink({ to, children, ...rest }: InternalLinkProps) {
  const { addressOf, go, prefetch } = useGo();
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
