import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/surface/Card.tsx';

export interface Part {
  id: string;
  title: string;
  detail?: ReactNode;
  chips?: ReactNode;
}

interface PartCardProps<T> {
  title: string;
  empty: string;
  addLabel: string;
  items: readonly T[];
  partOf: (item: T) => Part;
  /** Undefined while nothing may be changed. */
  onChange: ((items: T[]) => void) | undefined;
  /** Further actions beside the one to add. */
  action?: ReactNode;
  /** A dialog to edit a part, or to add one. */
  dialog: (props: { item: T | undefined; onSave: (item: T) => void; onClose: () => void }) => ReactNode;
}

/** The parts of one kind in a template, such as its states, each edited in a dialog. */
export function PartCard<T>({ title, empty, addLabel, items, partOf, onChange, action, dialog }: PartCardProps<T>) {
  const { t } = useTranslation('templates');
  const [edited, setEdited] = useState<number>();
  const close = () => setEdited(undefined);
  const save = (item: T) =>
    onChange?.(
      items.map((each, index) => (index === edited ? item : each)).concat(edited === items.length ? [item] : []),
    );
  return (
    <Card
      title={title}
      action={
        onChange && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {action}
            <Button size="small" startIcon={<Plus aria-hidden />} onClick={() => setEdited(items.length)}>
              {addLabel}
            </Button>
          </Box>
        )
      }
    >
      {items.length === 0 && <Typography color="textSecondary">{empty}</Typography>}
      <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item, index) => {
          const { id, title: name, detail, chips } = partOf(item);
          return (
            <Box
              component="li"
              key={id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                py: 1,
                borderBottom: 1,
                borderColor: 'border.main',
                '&:last-of-type': { borderBottom: 0, pb: 0 },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
                  <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
                  {chips}
                </Box>
                {detail && (
                  <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                    {detail}
                  </Typography>
                )}
              </Box>
              {onChange && (
                <>
                  <Tooltip title={t('part.edit', { name })}>
                    <IconButton aria-label={t('part.edit', { name })} onClick={() => setEdited(index)}>
                      <Pencil aria-hidden />
                    </IconButton>
                  </Tooltip>
                  <Tooltip title={t('part.remove', { name })}>
                    <IconButton
                      aria-label={t('part.remove', { name })}
                      onClick={() => onChange(items.filter((_, other) => other !== index))}
                    >
                      <Trash2 aria-hidden />
                    </IconButton>
                  </Tooltip>
                </>
              )}
            </Box>
          );
        })}
      </Box>
      {edited !== undefined && dialog({ item: items[edited], onSave: save, onClose: close })}
    </Card>
  );
}
