import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRows } from '../../../ui/form/use-rows.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { BitStrip } from './BitStrip.tsx';
import { matchingCase } from './bit-layout.ts';
import { CellTyped } from './cells.tsx';
import { FieldsEditor } from './FieldsEditor.tsx';
import { newField } from './parser-start.ts';
import type { ParserCase, ParserOf } from './parser-types.ts';
import type { Workbench } from './use-workbench.ts';

const maxCases = 50;
const conditions = ['port', 'firstByte', 'lengthBytes'] as const;
type Condition = (typeof conditions)[number];

/** Bytes are written in hex in data sheets; both are taken. */
const numberIn = (text: string): number | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^0x[0-9a-f]+$/i.test(trimmed) ? Number.parseInt(trimmed, 16) : Number(trimmed);
};
const shown = (condition: Condition, value: number | undefined) => {
  if (value === undefined || Number.isNaN(value)) return '';
  return condition === 'firstByte' ? `0x${value.toString(16).padStart(2, '0')}` : String(value);
};

interface CaseProps {
  item: ParserCase;
  index: number;
  count: number;
  isFitting: boolean;
  bench: Workbench;
  onChange: (item: ParserCase) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function ConditionInput({ item, index, condition, onChange }: CaseProps & { condition: Condition }) {
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const { [condition]: value, ...others } = item.match;
  return (
    <Box sx={{ width: { xs: '100%', sm: '9rem' } }}>
      <Typography variant="caption" color="textSecondary" component="div">
        {t(`cases.${condition}`)}
      </Typography>
      <CellTyped
        label={t('cases.cell', { part: t(`cases.${condition}`), number: index + 1 })}
        value={value}
        textOf={(number) => shown(condition, number)}
        read={numberIn}
        placeholder={t('cases.any')}
        disabled={!mayEdit}
        error={issueAt(`parser.cases.${index}.match.${condition}`)}
        onChange={(next) =>
          onChange({ ...item, match: next === undefined ? others : { ...others, [condition]: next } })
        }
      />
    </Box>
  );
}

function CaseCard(props: CaseProps) {
  const { item, index, count, isFitting, bench, onChange, onMove, onRemove } = props;
  const { t } = useTranslation('drivers');
  const { mayEdit } = useDraft();
  const number = index + 1;
  return (
    <Box
      component="section"
      aria-label={t('cases.title', { number })}
      sx={{
        border: 1,
        borderColor: isFitting ? 'primary.main' : 'border.main',
        borderRadius: 1,
        p: 1.5,
        display: 'grid',
        gap: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h3" sx={{ flex: 1 }}>
          {t('cases.title', { number })}
        </Typography>
        {isFitting && <StatusChip status="ok" label={t('cases.fits')} />}
        {mayEdit && (
          <Box sx={{ display: 'flex' }}>
            <IconButton aria-label={t('cases.up', { number })} disabled={index === 0} onClick={() => onMove(-1)}>
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton aria-label={t('cases.down', { number })} disabled={number === count} onClick={() => onMove(1)}>
              <ArrowDown aria-hidden />
            </IconButton>
            <Tooltip title={t('cases.remove')}>
              <IconButton aria-label={t('cases.removeNumbered', { number })} onClick={onRemove}>
                <Trash2 aria-hidden />
              </IconButton>
            </Tooltip>
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {conditions.map((condition) => (
          <ConditionInput key={condition} {...props} condition={condition} />
        ))}
      </Box>
      {isFitting && <BitStrip fields={item.fields} bench={bench} />}
      <FieldsEditor
        fields={item.fields}
        path={`parser.cases.${index}.fields`}
        onChange={(fields) => onChange({ ...item, fields })}
      />
    </Box>
  );
}

/** Layouts for different messages of one device; the first whose conditions hold is used. */
export function CasesEditor({ parser, bench }: { parser: ParserOf<'multi'>; bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const { change, mayEdit } = useDraft();
  const { cases } = parser;
  const set = (next: ParserCase[]) => change({ parser: { ...parser, cases: next } });
  const rows = useRows(cases, set);
  const { reading } = bench;
  const bytes = reading.status === 'ready' ? reading.bytes : null;
  const fitting = bytes && reading.status === 'ready' ? matchingCase(cases, bytes, reading.packet.fPort) : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography color="textSecondary">{t('cases.help')}</Typography>
      {rows.map(({ key, value: item, index, change: changeRow, remove, move }) => (
        <CaseCard
          key={key}
          item={item}
          index={index}
          count={cases.length}
          isFitting={fitting === index}
          bench={bench}
          onChange={changeRow}
          onMove={move}
          onRemove={remove}
        />
      ))}
      {mayEdit && (
        <Box>
          <Button
            startIcon={<Plus aria-hidden />}
            disabled={cases.length >= maxCases}
            onClick={() => set([...cases, { match: {}, fields: [newField()] }])}
          >
            {t('cases.add')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
