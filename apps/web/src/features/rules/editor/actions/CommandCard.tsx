import { Alert, Box, IconButton, Tooltip, Typography } from '@mui/material';
import { GripVertical, SquareTerminal, Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { OrderHandle } from '../../../../ui/order/use-reorder.ts';
import { commandWebs } from '../../commands/all-kinds.ts';
import { useCommandTexts } from '../../commands/use-command-texts.ts';
import { useEditor } from '../editor-context.ts';
import { commandsIn } from '../rule-draft.ts';
import { CommandFields } from './CommandFields.tsx';
import { ConnectorChoice, TwinChoice } from './CommandTarget.tsx';
import { TryCommand } from './TryCommand.tsx';
import { WithPlaceholders } from './WithPlaceholders.tsx';

interface CommandCardProps {
  index: number;
  /** Absent if the order cannot be changed. */
  handle: OrderHandle | undefined;
  isDragged: boolean;
  rowRef: Ref<HTMLLIElement>;
  onRemove: () => void;
}

/** One command with its fields, and a button to try it. */
export function CommandCard({ index, handle, isDragged, rowRef, onRemove }: CommandCardProps) {
  const { t } = useTranslation('rules');
  const { kinds, mayEdit } = useEditor();
  const texts = useCommandTexts();
  const command = commandsIn(useWatch({ name: 'commands' }))[index];
  if (!command) return null;
  const kind = kinds.find(({ type }) => type === command.type);
  const Icon = commandWebs.get(command.type)?.icon ?? SquareTerminal;
  const title = texts.title(command.type);
  const path = `commands.${index}`;
  return (
    <Box
      component="li"
      ref={rowRef}
      aria-label={`${index + 1}. ${title}`}
      sx={{
        border: 1,
        borderColor: isDragged ? 'primary.main' : 'border.main',
        borderRadius: 1,
        bgcolor: 'background.paper',
        minWidth: 0,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 1.5,
          py: 1,
          borderBottom: 1,
          borderColor: 'border.main',
        }}
      >
        {handle && (
          <Tooltip title={t('command.handleHint')}>
            <IconButton
              size="small"
              {...handle}
              aria-label={t('command.handle', { number: index + 1, title })}
              sx={{ cursor: isDragged ? 'grabbing' : 'grab', touchAction: 'none' }}
            >
              <GripVertical aria-hidden />
            </IconButton>
          </Tooltip>
        )}
        <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
          <Icon size="1.125rem" aria-hidden />
        </Box>
        <Typography variant="h3" sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        {mayEdit && (
          <Tooltip title={t('command.remove')}>
            <IconButton aria-label={t('command.removeNamed', { number: index + 1, title })} onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {kind ? (
          <>
            <WithPlaceholders>
              <TwinChoice path={path} kind={kind} />
              <ConnectorChoice path={path} kind={kind} />
              <CommandFields path={path} kind={kind} />
            </WithPlaceholders>
            {mayEdit && <TryCommand index={index} />}
          </>
        ) : (
          <Alert severity="warning">{t('command.unknown', { type: command.type })}</Alert>
        )}
      </Box>
    </Box>
  );
}
