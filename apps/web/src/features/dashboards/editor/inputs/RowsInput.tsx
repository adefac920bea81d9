import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { GripVertical, Plus, Trash2 } from 'lucide-react';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useReorder } from '../../../../ui/order/use-reorder.ts';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';
import { InputGroup } from './InputGroup.tsx';
import { maxItemsOf, type WidgetInputProps } from './input-props.ts';

interface RowsInputProps extends WidgetInputProps {
  addLabel: string;
  /** Shown for an empty list. */
  emptyText?: string;
  /** Creates the next row, which may depend on the existing ones. */
  blank: (rows: readonly unknown[]) => object;
  /** Data for the next row is still loading. */
  isWaiting?: boolean;
  /** The user can change the order of the rows. */
  sortable?: boolean;
  /** Sorts the rows after a field has lost the focus. */
  inOrder?: (rows: readonly unknown[]) => object[];
  children: (path: string, index: number) => ReactNode;
}

/** A list that is edited row by row: rows are added, removed, and moved by their handles with pointer or arrow keys. */
export function RowsInput(props: RowsInputProps) {
  const { name, schema, addLabel, emptyText, blank, isWaiting, sortable = false, inOrder, children, ...frame } = props;
  const { t } = useTranslation('dashboards');
  const { control, getValues, formState } = useFormContext();
  const { fields, append, remove, move, replace } = useFieldArray({ control, name });
  const [said, setSaid] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const ids = fields.map(({ id }) => id);
  const order = useReorder(ids, (next, moved) => {
    const to = next.indexOf(moved);
    setSaid(t('editor.rows.moved', { place: to + 1, count: next.length }));
    move(ids.indexOf(moved), to);
  });

  function sortWhenLeft({ currentTarget, relatedTarget }: FocusEvent) {
    if (!inOrder || currentTarget.contains(relatedTarget)) return;
    const rows: unknown[] = getValues(name) ?? [];
    const sorted = inOrder(rows);
    if (sorted.some((row, index) => row !== rows[index])) replace(sorted);
  }

  const removeRow = (id: string) => {
    remove(ids.indexOf(id));
    addButton.current?.focus();
  };

  return (
    <InputGroup {...frame}>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      {fields.length === 0 && emptyText && (
        <Typography variant="body2" sx={{ color: 'text.muted' }}>
          {emptyText}
        </Typography>
      )}
      {fields.length > 0 && (
        <Box
          component="ol"
          aria-label={frame.label}
          onBlur={sortWhenLeft}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {order.order.map((id) => {
            const number = ids.indexOf(id) + 1;
            return (
              <Box
                key={id}
                component="li"
                ref={order.rowRef(id)}
                sx={{
                  display: 'flex',
                  alignItems: 'flex-start',
                  gap: 0.5,
                  p: 1.5,
                  pl: sortable ? 0.5 : 1.5,
                  pr: 0.5,
                  border: 1,
                  borderColor: order.draggedId === id ? 'primary.main' : 'border.main',
                  borderRadius: 1,
                  bgcolor: 'background.paper',
                }}
              >
                {sortable && (
                  <Tooltip title={t('editor.rows.handleHint')}>
                    <IconButton
                      size="small"
                      {...order.handle(id)}
                      aria-label={t('editor.rows.handle', { number })}
                      sx={{ mt: 2.75, cursor: order.draggedId === id ? 'grabbing' : 'grab', touchAction: 'none' }}
                    >
                      <GripVertical aria-hidden />
                    </IconButton>
                  </Tooltip>
                )}
                <Box sx={{ flex: 1, minWidth: 0 }}>{children(`${name}.${number - 1}`, number - 1)}</Box>
                <Tooltip title={t('editor.rows.remove')}>
                  <IconButton
                    size="small"
                    aria-label={t('editor.rows.removeNumber', { number })}
                    disabled={formState.isSubmitting}
                    onClick={() => removeRow(id)}
                    sx={{ mt: 2.75 }}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </Tooltip>
              </Box>
            );
          })}
        </Box>
      )}
      <Box>
        <Button
          ref={addButton}
          size="small"
          startIcon={<Plus aria-hidden />}
          loading={isWaiting ?? false}
          loadingPosition="start"
          disabled={fields.length >= maxItemsOf(schema) || formState.isSubmitting}
          onClick={() => append(blank(getValues(name) ?? []))}
        >
          {addLabel}
        </Button>
      </Box>
    </InputGroup>
  );
}
