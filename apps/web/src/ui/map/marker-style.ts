import type { Theme } from '@mui/material/styles';

/**
 * The styles of all markers at once: there may be hundreds, and each is rendered again on zoom. Their own colours are
 * in `--fill` and `--on`.
 */
export function markerStyle(theme: Theme) {
  const { palette } = theme.vars ?? theme;
  const centred = { display: 'flex', alignItems: 'center', justifyContent: 'center' };
  const plate = {
    ...theme.typography.caption,
    fontWeight: 600,
    color: palette.text.primary,
    background: palette.background.paper,
    border: `1px solid ${palette.border.main}`,
    borderRadius: 6,
  };
  const raised = { border: `2px solid ${palette.background.paper}`, boxShadow: theme.shadows[2] };
  return {
    '& .map-markers': { position: 'absolute', inset: 0, pointerEvents: 'none', willChange: 'transform' },
    '& .map-place': { position: 'absolute', left: 0, top: 0, width: 0, height: 0 },
    '& .map-marker': {
      position: 'absolute',
      left: 0,
      bottom: 0,
      display: 'block',
      p: 0,
      border: 0,
      background: 'none',
      font: 'inherit',
      color: 'inherit',
      textAlign: 'left',
      // The container has no width to share.
      width: 'max-content',
      transform: 'translateX(-50%)',
      pointerEvents: 'auto',
    },
    '& button.map-marker': { cursor: 'pointer' },
    '& .map-marker.is-cluster': { bottom: 'auto', top: 0, transform: 'translate(-50%, -50%)' },
    '& .map-marker:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2, borderRadius: 1 },
    '& .is-chosen': { outline: `3px solid ${palette.primary.main}` },
    '& .map-pin': {
      ...centred,
      ...raised,
      width: theme.spacing(3.25),
      height: theme.spacing(3.25),
      boxSizing: 'border-box',
      background: 'var(--fill)',
      color: 'var(--on)',
      // Rotated by an eighth, the one square corner becomes the tip of the pin; it extends below the box.
      marginBottom: theme.spacing(0.7),
      borderRadius: '50% 50% 0 50%',
      transform: 'rotate(45deg)',
      '& > svg': { transform: 'rotate(-45deg)' },
    },
    '& .map-disc': {
      ...centred,
      ...raised,
      flexDirection: 'column',
      boxSizing: 'border-box',
      borderRadius: '50%',
      background: 'var(--fill)',
      color: 'var(--on)',
      ...theme.typography.caption,
      lineHeight: 1,
      fontWeight: 600,
    },
    '& .map-plate': {
      ...plate,
      display: 'grid',
      gap: theme.spacing(0.25),
      padding: theme.spacing(0.25, 0.75),
      maxWidth: theme.spacing(24),
      borderLeft: '4px solid var(--fill)',
      boxShadow: theme.shadows[1],
    },
    '& .map-plate-name': { display: 'flex', alignItems: 'center', gap: theme.spacing(0.5), minWidth: 0 },
    '& .map-plate-name > svg': { flexShrink: 0, color: 'var(--fill)' },
    '& .map-plate-name > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .map-values': { display: 'grid', justifyItems: 'start' },
    '& .map-pin + .map-values': {
      ...plate,
      position: 'absolute',
      left: '100%',
      top: 0,
      marginLeft: theme.spacing(0.5),
      padding: theme.spacing(0, 0.75),
    },
    '& .map-value': { display: 'inline-flex', alignItems: 'center', gap: theme.spacing(0.5), whiteSpace: 'nowrap' },
    '& .map-value > svg': { flexShrink: 0 },
    '& .map-value.is-warning > svg': { color: palette.warning.main },
    '& .map-value.is-error > svg': { color: palette.error.main },
    '& .map-value.is-info > svg': { color: palette.info.main },
  } as const;
}
