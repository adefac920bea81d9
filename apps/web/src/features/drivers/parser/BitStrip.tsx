import { Box, Tooltip, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { layOutBytes, type PlacedField, placeFields, type ShownByte } from './bit-layout.ts';
import { fieldBackground, fieldColour } from './field-colour.ts';
import type { ParserField } from './parser-types.ts';
import type { Workbench } from './use-workbench.ts';
import { shortText, type Values } from './value-diff.ts';

/** More than any radio packet has; a longer text would only be scrolled past. */
const shownBytes = 64;

/** What the strip shows while nothing is pasted: room for the fields. */
const blankBytes = (fields: readonly ParserField[]) =>
  Array.from({ length: Math.min(shownBytes, Math.ceil((placeFields(fields, 0).at(-1)?.toBit ?? 0) / 8)) }, () => 0);

const fieldName = ({ name, type }: Pick<PlacedField, 'name' | 'type'>) => (type === 'skip' ? '·' : name || '?');

function ByteBox({ byte, values, isBlank }: { byte: ShownByte; values: Values; isBlank: boolean }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="span"
        sx={{ display: 'flex', justifyContent: 'space-between', typography: 'caption', color: 'text.muted', px: 0.25 }}
      >
        <span>{byte.index}</span>
        <Box component="span" sx={{ fontFamily: monospaceFamily, fontWeight: 600, color: 'text.primary' }}>
          {isBlank ? '··' : byte.value.toString(16).padStart(2, '0')}
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(8, 1fr)', border: 1, borderColor: 'border.main' }}>
        {byte.bits.map(({ value, field }, bit) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: a bit is its place.
            key={bit}
            sx={{
              textAlign: 'center',
              fontFamily: monospaceFamily,
              fontSize: '0.6875rem',
              lineHeight: '18px',
              color: field ? 'text.primary' : 'text.muted',
              borderStyle: field?.isCut ? 'dashed' : 'solid',
              borderWidth: 0,
              ...(field && field.type !== 'skip'
                ? { bgcolor: fieldBackground(field.index), borderBottomWidth: 2, borderColor: fieldColour(field.index) }
                : { borderBottomWidth: 2, borderColor: 'transparent' }),
            }}
          >
            {isBlank ? '·' : value}
          </Box>
        ))}
      </Box>
      {byte.starts.map((field) => (
        <Tooltip
          key={field.index}
          title={`${fieldName(field)} · ${field.toBit - field.fromBit} bit · ${shortText(values[field.name])}`}
        >
          <Typography
            variant="caption"
            component="div"
            noWrap
            sx={{ textDecoration: field.isCut ? 'line-through' : 'none' }}
          >
            {fieldName(field)}
            {values[field.name] !== undefined && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {' '}
                {shortText(values[field.name])}
              </Box>
            )}
          </Typography>
        </Tooltip>
      ))}
    </Box>
  );
}

interface BitStripProps {
  fields: readonly ParserField[];
  bench: Workbench;
}

/** The payload bit by bit: which bits become which field, and what they give. */
export function BitStrip({ fields, bench }: BitStripProps) {
  const { t } = useTranslation('drivers');
  const { reading, run } = bench;
  const real = reading.status === 'ready' ? reading.bytes : null;
  const bytes = useMemo(() => real ?? blankBytes(fields), [real, fields]);
  const placed = useMemo(() => placeFields(fields, real ? real.length * 8 : Number.POSITIVE_INFINITY), [fields, real]);
  const drawn = useMemo(() => layOutBytes(bytes.slice(0, shownBytes), placed), [bytes, placed]);
  const values = (real && run.data?.variables[0]?.values) || {};
  const cut = placed.filter(({ isCut }) => isCut);
  const usedBits = placed.at(-1)?.toBit ?? 0;
  const unread = real ? Math.max(0, real.length * 8 - usedBits) : 0;
  return (
    <Box role="group" aria-label={t('strip.label')} sx={{ display: 'grid', gap: 1 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(6.25rem, 1fr))',
        }}
      >
        {drawn.map((byte) => (
          <ByteBox key={byte.index} byte={byte} values={values} isBlank={real === null} />
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary" role="status">
        {real === null && t('strip.noPacket')}
        {real !== null && cut.length > 0 && t('strip.tooShort', { names: cut.map(fieldName).join(', ') })}
        {real !== null && cut.length === 0 && unread > 0 && t('strip.unread', { count: unread })}
        {real !== null && cut.length === 0 && unread === 0 && t('strip.complete', { count: real.length })}
        {bytes.length > shownBytes && ` ${t('strip.more', { count: bytes.length - shownBytes })}`}
      </Typography>
    </Box>
  );
}
