import type { AlarmRow } from '@stellwerk/contract/alarm';
import type { ComponentProps } from 'react';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useAlarmObject } from './use-alarm-object.ts';

interface ObjectLinkProps {
  alarm: AlarmRow;
  sx?: ComponentProps<typeof InternalLink>['sx'];
}

/** The object of an alarm, with a link to its page. */
export function ObjectLink({ alarm, sx }: ObjectLinkProps) {
  const { title, path } = useAlarmObject()(alarm);
  if (path === undefined) return title;
  return (
    <InternalLink to={path} {...(sx ? { sx } : {})}>
      {title}
    </InternalLink>
  );
}
