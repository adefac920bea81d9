import { Box, MenuItem, Typography } from '@mui/material';
import { ruleLimits } from '@stellwerk/contract/rule';
import { Plus, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { initialOptions, schemaFields } from '../../../../ui/form/schema-fields.ts';
import { useReorder } from '../../../../ui/order/use-reorder.ts';
import { MenuButton } from '../../../../ui/page/MenuButton.tsx';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';
import { commandWebs, sortedKinds } from '../../commands/all-kinds.ts';
import { useCommandTexts } from '../../commands/use-command-texts.ts';
import type { CommandKind } from '../../rule.queries.ts';
import { useEditor } from '../editor-context.ts';
import { CommandCard } from './CommandCard.tsx';
import { FireOnInput } from './FireOnInput.tsx';

export const blankCommand = ({ type, optionsSchema }: CommandKind) => ({
  type,
  connectorId: null,
  dtwinId: null,
  options: initialOptions(schemaFields(optionsSchema)),
});

function KindMenu({ onChoose, disabled }: { onChoose: (kind: CommandKind) => void; disabled: boolean }) {
  const { t } = useTranslation('rules');
  const { kinds } = useEditor();
  const texts = useCommandTexts();
  return (
    <MenuButton label={t('command.add')} startIcon={<Plus aria-hidden />} disabled={disabled}>
      {(close) =>
        sortedKinds(kinds).map((kind) => {
          const Icon = commandWebs.get(kind.type)?.icon ?? SquareTerminal;
          return (
            <MenuItem
              key={kind.type}
              onClick={() => {
                close();
                onChoose(kind);
              }}
              sx={{ whiteSpace: 'normal', maxWidth: '24rem', alignItems: 'flex-start' }}
            >
              <Box
                component="span"
                aria-hidden
                sx={{ display: 'inline-flex', mr: 1.25, mt: 0.25, color: 'text.secondary' }}
              >
                <Icon size="1.125rem" aria-hidden />
              </Box>
              <Box component="span">
                {texts.title(kind.type)}
                <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
                  {texts.description(kind.type)}
                </Typography>
              </Box>
            </MenuItem>
          );
        })
      }
    </MenuButton>
  );
}

/** The commands in the order of their execution. */
export function CommandsInput() {
  const { t } = useTranslation('rules');
  const { mayEdit } = useEditor();
  const { control } = useFormContext();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'commands' });
  const [said, setSaid] = useState('');
  const ids = fields.map(({ id }) => id);
  const order = useReorder(ids, (next, moved) => {
    const to = next.indexOf(moved);
    setSaid(t('command.moved', { place: to + 1, count: next.length }));
    move(ids.indexOf(moved), to);
  });
  return (
    <Box
      component="section"
      aria-label={t('command.title')}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', position: 'relative' }}
    >
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Box>
        <Typography variant="h3">{t('command.title')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t('command.help')}
        </Typography>
      </Box>
      {fields.length > 0 && <FireOnInput />}
      {fields.length > 0 && (
        <Box
          component="ol"
          aria-label={t('command.title')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {order.order.map((id) => (
            <CommandCard
              key={id}
              index={ids.indexOf(id)}
              handle={mayEdit && fields.length > 1 ? order.handle(id) : undefined}
              isDragged={order.draggedId === id}
              rowRef={order.rowRef(id)}
              onRemove={() => remove(ids.indexOf(id))}
            />
          ))}
        </Box>
      )}
      {mayEdit && (
        <KindMenu disabled={fields.length >= ruleLimits.commands} onChoose={(kind) => append(blankCommand(kind))} />
      )}
    </Box>
  );
}
