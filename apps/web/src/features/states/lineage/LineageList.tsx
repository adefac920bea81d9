import { Box, Link, Typography } from '@mui/material';
import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { twinStatesPath } from '../paths.ts';
import { ValueText } from '../values/ValueText.tsx';
import type { Branch } from './lineage-tree.ts';

export interface LineageListProps {
  branches: readonly Branch[];
  /** Shows the way of another state. */
  onOpen: (stateId: number) => void;
}

function Known({ branch, onOpen }: { branch: Branch; onOpen: (stateId: number) => void }) {
  const { t } = useTranslation('states');
  const { stateId, title, key, unit, dtwinId, dtwinTitle, source, value, timestamp } = branch.node;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Link
          component="button"
          type="button"
          onClick={() => onOpen(stateId)}
          sx={{ fontWeight: 500, textAlign: 'start' }}
        >
          {title ?? key}
        </Link>
        <ValueText value={value} unit={unit ?? ''} decimals={null} />
        {timestamp && (
          <Typography variant="caption" component="span">
            <Age at={timestamp} />
          </Typography>
        )}
      </Box>
      <Typography variant="caption" component="div" color="textSecondary">
        {dtwinId === null ? (
          dtwinTitle
        ) : (
          <InternalLink to={twinStatesPath(dtwinId)} underline="always">
            {dtwinTitle}
          </InternalLink>
        )}
        {source && ` · ${t(`source.${source}.title`)}`}
        {branch.isRepeated && ` · ${t('lineage.above')}`}
      </Typography>
    </Box>
  );
}

/** Branches with what hangs on them, one level further in each time. */
export function LineageList({ branches, onOpen }: LineageListProps) {
  const { t } = useTranslation('states');
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        '& ul': { ml: 1, pl: 2, borderLeft: 1, borderColor: 'border.strong' },
      }}
    >
      {withUniqueKeys(branches, ({ node }) => String(node.stateId)).map(({ key, item: branch }) => (
        <Box component="li" key={key} sx={{ py: 0.75 }}>
          {branch.node.dtwinId === null ? (
            <Typography color="textMuted" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <EyeOff size="1rem" aria-hidden />
              {t('lineage.hidden')}
            </Typography>
          ) : (
            <Known branch={branch} onOpen={onOpen} />
          )}
          {branch.children.length > 0 && <LineageList branches={branch.children} onOpen={onOpen} />}
        </Box>
      ))}
    </Box>
  );
}
