import { Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { Circle, type LucideIcon, MapPin, PenLine, Square, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export type AreaTool = 'place' | 'polygon' | 'rectangle' | 'circle';

const tools: readonly [AreaTool, LucideIcon][] = [
  ['place', MapPin],
  ['polygon', PenLine],
  ['rectangle', Square],
  ['circle', Circle],
];

interface AreaToolsProps {
  tool: AreaTool | undefined;
  onTool: (tool: AreaTool | undefined) => void;
  /** Number of corners of the unfinished polygon. */
  draftCount: number;
  onFinish: () => void;
  onUndo: () => void;
  onRemove?: (() => void) | undefined;
}

/** Chooses the effect of a press on the map, and describes it in words. */
export function AreaTools({ tool, onTool, draftCount, onFinish, onUndo, onRemove }: AreaToolsProps) {
  const { t } = useTranslation('ui');
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={tool ?? null}
          onChange={(_, next: AreaTool | null) => onTool(next ?? undefined)}
          aria-label={t('map.edit.tools')}
          sx={{ flexWrap: 'wrap' }}
        >
          {tools.map(([name, Icon]) => (
            <ToggleButton key={name} value={name} sx={{ gap: 0.75, px: 1.25, textTransform: 'none' }}>
              <Icon size="1rem" aria-hidden />
              {t(`map.edit.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {tool === 'polygon' && (
          <>
            <Button size="small" variant="contained" disabled={draftCount < 3} onClick={onFinish}>
              {t('map.edit.finish')}
            </Button>
            <Button size="small" startIcon={<Undo2 aria-hidden />} disabled={draftCount === 0} onClick={onUndo}>
              {t('map.edit.undo')}
            </Button>
          </>
        )}
        {onRemove && tool === undefined && (
          <Button size="small" startIcon={<Trash2 aria-hidden />} onClick={onRemove}>
            {t('map.edit.remove')}
          </Button>
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" role="status">
        {t(tool ? `map.edit.${tool}Help` : 'map.edit.help')}
      </Typography>
    </Box>
  );
}
