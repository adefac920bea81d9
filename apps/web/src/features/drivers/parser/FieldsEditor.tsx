import { Box, Button, FormHelperText } from '@mui/material';
import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRows } from '../../../ui/form/use-rows.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { CellChoice, CellNumber, CellText } from './cells.tsx';
import { fieldColour } from './field-colour.ts';
import { newField } from './parser-start.ts';
import type { ParserField } from './parser-types.ts';

/** Type and order of the bytes in one choice: that is how data sheets name them. */
const kinds = ['uint', 'uintLittle', 'int', 'intLittle', 'float', 'floatLittle', 'bool', 'string', 'skip'] as const;
type Kind = (typeof kinds)[number];

const maxFields = 200;
const columns = '0.375rem minmax(6rem, 2fr) minmax(6.5rem, 1fr) 4rem 4.5rem 4.5rem 4rem auto';

interface FieldsEditorProps {
  fields: readonly ParserField[];
  /** Of the list in the draft, for complaints. */
  path: string;
  onChange: (fields: ParserField[]) => void;
}

const isNumeric = ({ type }: ParserField) => type === 'uint' || type === 'int' || type === 'float';

const kindOf = (field: ParserField): Kind =>
  kinds.find((kind) => isNumeric(field) && field.endian === 'little' && kind === `${field.type}Little`) ?? field.type;

/** A kind brings the lengths it can have. */
function ofKind(field: ParserField, kind: Kind): Partial<ParserField> {
  const endian = kind.endsWith('Little') ? 'little' : 'big';
  switch (kind) {
    case 'bool':
      return { type: kind, endian, bits: 1 };
    case 'skip':
      return { type: kind, endian, name: field.name || 'skip' };
    case 'string':
      return { type: kind, endian };
    case 'float':
    case 'floatLittle':
      return { type: 'float', endian, bits: [16, 32, 64].includes(field.bits) ? field.bits : 32 };
    case 'uint':
    case 'uintLittle':
      return { type: 'uint', endian };
    case 'int':
    case 'intLittle':
      return { type: 'int', endian };
  }
}

interface RowProps {
  field: ParserField;
  index: number;
  path: string;
  isLast: boolean;
  onChange: (part: Partial<ParserField>) => void;
  onMove: (by: 1 | -1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function FieldMenu({ field, index, isLast, onMove, onCopy, onRemove }: RowProps) {
  const { t } = useTranslation('drivers');
  const up = { label: t('fields.up'), icon: ArrowUp, onClick: () => onMove(-1) };
  const down = { label: t('fields.down'), icon: ArrowDown, onClick: () => onMove(1) };
  return (
    <ActionMenu
      plain
      label={t('fields.actions', { name: field.name || String(index + 1) })}
      actions={[
        ...(index > 0 ? [up] : []),
        ...(isLast ? [] : [down]),
        { label: t('fields.copy'), icon: CopyPlus, onClick: onCopy },
        { label: t('fields.remove'), icon: Trash2, danger: true, onClick: onRemove },
      ]}
    />
  );
}

function FieldRow(props: RowProps) {
  const { field, index, path, onChange } = props;
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const named = { name: field.name || String(index + 1) };
  const namesOf = (part: string) => {
    const caption = t(`fields.${part}`);
    return { caption, label: t('fields.cell', { part: caption, ...named }) };
  };
  const numberCell = (part: 'bits' | 'factor' | 'offset') => (
    <CellNumber
      {...namesOf(part)}
      value={field[part]}
      disabled={!mayEdit || (part !== 'bits' && !isNumeric(field))}
      error={issueAt(`${path}.${index}.${part}`)}
      onChange={(value) => onChange({ [part]: value })}
    />
  );
  return (
    <Box
      role="group"
      aria-label={t('fields.row', named)}
      sx={{
        display: 'grid',
        gap: 0.75,
        alignItems: 'start',
        gridTemplateColumns: { xs: '0.375rem repeat(3, minmax(0, 1fr)) auto', md: columns },
        pb: { xs: 1.5, md: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          alignSelf: 'stretch',
          gridRow: { xs: 'span 3', md: 'auto' },
          borderRadius: 0.5,
          bgcolor: field.type === 'skip' ? 'transparent' : fieldColour(index),
        }}
      />
      <Box sx={{ gridColumn: { xs: 'span 3', md: 'auto' } }}>
        <CellText
          {...namesOf('name')}
          value={field.name}
          placeholder={t('fields.sample')}
          disabled={!mayEdit}
          error={issueAt(`${path}.${index}.name`)}
          onChange={(name) => onChange({ name })}
        />
      </Box>
      <Box sx={{ display: { xs: 'block', md: 'none' }, alignSelf: 'end' }}>{mayEdit && <FieldMenu {...props} />}</Box>
      <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>
        <CellChoice
          {...namesOf('type')}
          value={kindOf(field)}
          options={kinds.map((value) => ({ value, label: t(`fieldType.${value}`) }))}
          disabled={!mayEdit}
          onChange={(kind) => onChange(ofKind(field, kind))}
        />
      </Box>
      {numberCell('bits')}
      <Box sx={{ display: { xs: 'block', md: 'none' } }} />
      {numberCell('factor')}
      {numberCell('offset')}
      <CellText {...namesOf('unit')} value={field.unit} disabled={!mayEdit} onChange={(unit) => onChange({ unit })} />
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>{mayEdit && <FieldMenu {...props} />}</Box>
    </Box>
  );
}

/** The fields of a binary payload, from left to right. */
export function FieldsEditor({ fields, path, onChange }: FieldsEditorProps) {
  const { t } = useTranslation('drivers');
  const { mayEdit } = useDraft();
  const rows = useRows(fields, onChange);
  const headings = ['name', 'type', 'bits', 'factor', 'offset', 'unit'] as const;
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box
        aria-hidden
        sx={{
          display: { xs: 'none', md: 'grid' },
          gap: 0.75,
          gridTemplateColumns: columns,
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        <span />
        {headings.map((name) => (
          <span key={name}>{t(`fields.${name}`)}</span>
        ))}
        {/* As wide as the menus below. */}
        <Box component="span" sx={{ width: (theme) => theme.spacing(mayEdit ? 4.5 : 0) }} />
      </Box>
      {rows.map(({ key, value: field, index, change, move, insertAfter, remove }) => (
        <FieldRow
          key={key}
          field={field}
          index={index}
          path={path}
          isLast={index === fields.length - 1}
          onChange={change}
          onMove={move}
          onCopy={() => insertAfter({ ...field, name: '' })}
          onRemove={remove}
        />
      ))}
      {fields.length === 0 && <FormHelperText>{t('fields.none')}</FormHelperText>}
      {mayEdit && (
        <Box>
          <Button
            size="small"
            startIcon={<Plus aria-hidden />}
            disabled={fields.length >= maxFields}
            onClick={() => onChange([...fields, newField()])}
          >
            {t('fields.add')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
