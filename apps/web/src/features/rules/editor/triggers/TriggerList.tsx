import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { type LucideIcon, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../editor-context.ts';

interface TriggerListProps {
  icon: LucideIcon;
  title: string;
  help: string;
  addLabel: string;
  rows: readonly { id: string }[];
  max: number;
  onAdd: () => void;
  onRemove: (index: number) => void;
  row: (index: number) => ReactNode;
}

/** A titled list of triggers of one type, with a button to add one. */
export function TriggerList({ icon: Icon, title, help, addLabel, rows, max, onAdd, onRemove, row }: TriggerListProps) {
  const { t } = useTranslation('rules');
  const { mayEdit } = useEditor();
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
          <Icon size="1.25rem" />
        </Box>
        <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Typography variant="h3">{title}</Typography>
          <Typography variant="body2" color="textSecondary">
            {help}
          </Typography>
        </Box>
        {mayEdit && (
          <Button size="small" startIcon={<Plus aria-hidden />} disabled={rows.length >= max} onClick={onAdd}>
            {addLabel}
          </Button>
        )}
      </Box>
      {rows.map(({ id }, index) => (
        <Box
          key={id}
          role="group"
          aria-label={`${title} ${index + 1}`}
          sx={{ display: 'flex', gap: 1, p: 2, border: 1, borderColor: 'border.main', borderRadius: 1 }}
        >
          <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {row(index)}
          </Box>
          {mayEdit && (
            <Tooltip title={t('trigger.remove')}>
              <IconButton
                aria-label={t('trigger.removeNamed', { name: `${title} ${index + 1}` })}
                onClick={() => onRemove(index)}
                sx={{ alignSelf: 'flex-start' }}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      ))}
    </Box>
  );
}
