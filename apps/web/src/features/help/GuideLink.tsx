import { Link } from '@mui/material';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { guidePath } from './guide-order.ts';

/** `mqtt.md#topics` or `#topics`, as the files reference each other. */
const pattern = /^(?:([a-z-]+)\.md)?(?:#(.+))?$/;

/** Links to another guide, to a heading of this one, or to another site. */
export function GuideLink({ target, from, children }: { target: string; from: string; children: ReactNode }) {
  const { t } = useTranslation('help');
  const inside = pattern.exec(target);
  if (inside) {
    const [, name = from, anchor = ''] = inside;
    return (
      <InternalLink to={guidePath(name, decodeURIComponent(anchor))} underline="always">
        {children}
      </InternalLink>
    );
  }
  if (!/^https?:\/\//.test(target)) return children;
  return (
    <Link href={target} target="_blank" rel="noopener noreferrer" underline="always">
      {children}
      <ExternalLink
        aria-hidden
        size="0.8em"
        style={{ marginInlineStart: '0.25em', verticalAlign: 'baseline', display: 'inline' }}
      />
      <span style={visuallyHidden}> ({t('newTab')})</span>
    </Link>
  );
}
