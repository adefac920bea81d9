import { Box, Button, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { TargetVariable } from '@stellwerk/contract/driver';
import type { ParseResult } from '@stellwerk/contract/driver-workbench';
import { ListPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { useDraft } from '../draft/draft-context.ts';
import { isVariableName } from '../variables/variable-names.ts';
import type { Parser } from './parser-types.ts';
import { shortText } from './value-diff.ts';

function typeOf(value: unknown): TargetVariable['valueType'] {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return typeof value as 'number' | 'string' | 'boolean';
  }
  return value === null ? 'null' : 'json';
}

/** The unit that a declared field brings along. */
function unitOf(parser: Parser, name: string): string {
  const fields = parser.type === 'single' ? parser.fields : [];
  const all = parser.type === 'multi' ? parser.cases.flatMap((item) => item.fields) : fields;
  return all.find((field) => field.name === name)?.unit ?? '';
}

function useAddition(result: ParseResult) {
  const { content, change } = useDraft();
  const known = new Set(content.variables.map(({ name }) => name));
  const values = Object.assign({}, ...result.variables.map((set) => set.values));
  const missing = Object.entries(values).filter(([name]) => !known.has(name) && isVariableName(name));
  const add = () => {
    const added = missing.map(
      ([name, value]): TargetVariable => ({
        name,
        title: '',
        valueType: typeOf(value),
        unit: unitOf(content.parser, name),
        expression: '',
      }),
    );
    change({ variables: [...content.variables, ...added] });
  };
  return { missing, add };
}

function ValueRow({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation('drivers');
  const { content } = useDraft();
  const target = content.variables.find((variable) => variable.name === name);
  const unit = target?.unit || unitOf(content.parser, name);
  return (
    <TableRow>
      <TableCell sx={{ fontFamily: monospaceFamily, overflowWrap: 'anywhere' }}>{name}</TableCell>
      <TableCell sx={{ fontFamily: monospaceFamily, overflowWrap: 'anywhere' }}>
        {shortText(value)}
        {unit && (
          <Box component="span" sx={{ color: 'text.muted', ml: 0.5 }}>
            {unit}
          </Box>
        )}
      </TableCell>
      <TableCell align="right">
        {target ? (
          <Typography variant="caption" color="textSecondary">
            {target.title || t('result.target')}
          </Typography>
        ) : (
          <NeutralChip label={t('result.noTarget')} />
        )}
      </TableCell>
    </TableRow>
  );
}

/** The variables, and whether a state of the device will take them. */
export function ResultTable({ result }: { result: ParseResult }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const { mayEdit } = useDraft();
  const { missing, add } = useAddition(result);
  const sets = result.variables;
  if (sets.every(({ values }) => Object.keys(values).length === 0)) {
    return result.error ? null : <Typography color="textSecondary">{t('result.empty')}</Typography>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FramedTable label={t('result.variables')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('result.variable')}</TableCell>
            <TableCell>{t('result.value')}</TableCell>
            <TableCell align="right">{t('result.state')}</TableCell>
          </TableRow>
        </TableHead>
        {withUniqueKeys(sets, ({ time }) => String(time)).map(({ key: set, item: { time, values } }, index) => (
          <TableBody key={set}>
            {(sets.length > 1 || time !== null) && (
              <TableRow>
                <TableCell colSpan={3} sx={{ bgcolor: 'background.raised', typography: 'caption' }}>
                  {time === null ? t('result.setNumber', { number: index + 1 }) : formats.exactTime(time)}
                </TableCell>
              </TableRow>
            )}
            {Object.entries(values).map(([name, value]) => (
              <ValueRow key={name} name={name} value={value} />
            ))}
          </TableBody>
        ))}
      </FramedTable>
      {mayEdit && missing.length > 0 && (
        <Box>
          <Button size="small" startIcon={<ListPlus aria-hidden />} onClick={add}>
            {t('result.addTargets', { count: missing.length })}
          </Button>
        </Box>
      )}
    </Box>
  );
}
