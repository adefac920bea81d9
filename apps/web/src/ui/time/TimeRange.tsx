import { Box, Button, MenuItem, MenuList, Popover, Typography } from '@mui/material';
import { Calendar } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import { calendarPresets, isSameRange, relativePresets, resolveTimeRange, type TimeRangeValue } from './time-range.ts';
import { viewerZone } from './zone-time.ts';

const pickersPart = partOf(() => import('./AbsoluteRange.tsx').then((module) => module.AbsoluteRange));

export interface TimeRangeProps {
  value: TimeRangeValue;
  onChange: (value: TimeRangeValue) => void;
  /** The time zone of its days; by default the viewer's. It is always shown. */
  zone?: string;
  /** Shown instead of the range while none is chosen; `value` is then the initial value of the pickers. */
  placeholder?: string | undefined;
}

const presets: readonly TimeRangeValue[] = [
  ...relativePresets,
  ...calendarPresets.map((preset): TimeRangeValue => ({ kind: 'calendar', preset })),
];

/** A range in words, such as "Last 7 days" or two times. */
export function useRangeText() {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  return (value: TimeRangeValue): string => {
    if (value.kind === 'relative') return t(`time.last.${value.unit}`, { count: value.amount });
    if (value.kind === 'calendar') return t(`time.${value.preset}`);
    return `${formats.dateTime(value.fromMs)} – ${formats.dateTime(value.toMs)}`;
  };
}

/** Chooses a time range: presets by a click, any other range by two pickers. */
export function TimeRange({ value, onChange, zone = viewerZone(), placeholder }: TimeRangeProps) {
  const { t } = useTranslation('ui');
  const textOf = useRangeText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (next: TimeRangeValue) => {
    setAnchor(null);
    onChange(next);
  };
  return (
    <>
      <Button
        startIcon={<Calendar aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {placeholder ?? textOf(value)}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('time.title') } }}
      >
        {/* A fixed width: the pickers load later and must not push the panel off the screen. */}
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '18rem', sm: 'auto 18rem' } }}>
          <MenuList
            autoFocusItem
            aria-label={t('time.presets')}
            sx={{
              p: 0.75,
              maxHeight: { xs: '14rem', sm: 'none' },
              overflowY: 'auto',
              borderRight: { sm: 1 },
              borderColor: { sm: 'border.main' },
            }}
          >
            {presets.map((preset) => (
              <MenuItem
                key={textOf(preset)}
                role="menuitemradio"
                aria-checked={placeholder === undefined && isSameRange(preset, value)}
                selected={placeholder === undefined && isSameRange(preset, value)}
                onClick={() => choose(preset)}
              >
                {textOf(preset)}
              </MenuItem>
            ))}
          </MenuList>
          <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
            <Typography variant="h3" component="p">
              {t('time.absolute')}
            </Typography>
            {anchor && (
              <LazyPart
                part={pickersPart}
                props={{
                  range: resolveTimeRange(value, Date.now(), zone),
                  zone,
                  onApply: (range) => choose({ kind: 'absolute', ...range }),
                }}
                fallback={<Skeletons shape="block" height={20} />}
              />
            )}
            <Typography variant="caption" color="textMuted">
              {t('time.zone', { zone })}
            </Typography>
          </Box>
        </Box>
      </Popover>
    </>
  );
}
