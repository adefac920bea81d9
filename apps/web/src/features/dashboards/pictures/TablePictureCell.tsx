import { Box, Tooltip } from '@mui/material';
import { type TwinType, twinTypes } from '@stellwerk/contract/twin';
import type { Cell } from '@stellwerk/plugin/widget-web';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { StatusChip, statusIcons } from '../../../ui/status/StatusChip.tsx';
import { Tags } from '../../../ui/status/Tags.tsx';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { ValueText } from '../../states/index.ts';
import { TwinIcon } from '../../twins/index.ts';

type ValueCell = Extract<Cell, { is: 'value' }>;

const knownType = (type: string): TwinType => twinTypes.find((each) => each === type) ?? 'default';

/** Icon and word for a value outside its limits. */
function ValueSign({ status }: Pick<ValueCell, 'status'>) {
  const { t } = useTranslation('ui');
  if (status === 'ok' || status === 'unknown') return null;
  const Icon = statusIcons[status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexShrink: 0, color: `${status}.main` }}>
      <Icon size="0.875rem" aria-hidden />
      <Box component="span" sx={visuallyHidden}>
        {t(`status.${status}`)}
      </Box>
    </Box>
  );
}

/** The age is shown on hover: a table of ages would hide the values. */
function ValuePart({ value, unit, atMs, status }: ValueCell) {
  const formats = useFormats();
  const content = (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, maxWidth: '100%', minWidth: 0 }}
    >
      <ValueSign status={status} />
      <ValueText value={value} unit={unit} decimals={null} timestamp={atMs === null ? null : String(atMs)} />
    </Box>
  );
  if (atMs === null) return content;
  return <Tooltip title={`${formats.relativeTime(atMs)} · ${formats.exactTime(atMs)}`}>{content}</Tooltip>;
}

/** The content of a cell, never rendered as markup. */
export function TablePictureCell({ cell }: { cell: Cell | undefined }) {
  switch (cell?.is) {
    case 'text':
      return (
        <Box
          component="span"
          title={cell.text}
          sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {cell.text || '—'}
        </Box>
      );
    case 'value':
      return <ValuePart {...cell} />;
    case 'status':
      return <StatusChip status={cell.status} />;
    case 'tags':
      return (
        <Box
          title={cell.tags.join(', ')}
          sx={{ '& ul': { flexWrap: 'nowrap', overflow: 'hidden' }, whiteSpace: 'nowrap' }}
        >
          <Tags tags={cell.tags} />
        </Box>
      );
    case 'icon':
      return <TwinIcon twin={{ icon: cell.icon, type: knownType(cell.type) }} />;
    default:
      return null;
  }
}
