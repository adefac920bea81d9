import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { statusColours } from './palette.ts';
import { sizes } from './tokens.ts';

type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** Papers, menus, tables, chips: a border of one pixel where the library would use a shadow. */
export const surfaceComponents: ThemeComponents = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { WebkitTextSizeAdjust: '100%' },
      body: { minHeight: '100dvh' },
      // Not everywhere: tabular figures include a hyphen as wide as a digit, which splits words.
      'td, time, data, output': { fontVariantNumeric: 'tabular-nums' },
      'a, button, [tabindex]': { WebkitTapHighlightColor: 'transparent' },
      ':focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      // The field's own outline shows the focus.
      'input:focus-visible, textarea:focus-visible': { outline: 'none' },
      'main:focus, h1:focus': { outline: 'none' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // Not a very short duration: every change of size would still start a transition.
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: { backgroundImage: 'none' },
      rounded: { borderRadius: sizes.radius },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.border.main }),
    },
  },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.border.main}`, borderRadius: sizes.radius }),
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', lineHeight: '24px', padding: '20px 24px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: { padding: '12px 24px 20px', gap: 8, flexWrap: 'wrap', '& > *': { margin: 0, flexShrink: 0 } },
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(8 16 20 / 45%)' } } },
  },
  MuiMenu: { styleOverrides: { list: { padding: 6 } } },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 4,
        border: `1px solid ${theme.vars.palette.border.main}`,
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        padding: '6px 10px',
        borderRadius: sizes.radiusSmall,
        fontSize: '0.875rem',
        gap: 10,
        '& > svg': { width: 18, height: 18, color: theme.vars.palette.text.secondary, flexShrink: 0 },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      }),
    },
  },
  MuiListItemButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: sizes.radiusSmall,
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.vars.palette.primary.soft,
          color: theme.vars.palette.primary.main,
        },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, arrow: false },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: '0.75rem',
        lineHeight: '16px',
        fontWeight: 500,
        padding: '6px 10px',
        borderRadius: sizes.radiusSmall,
        backgroundColor: theme.vars.palette.text.primary,
        color: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }) => ({
        height: 24,
        borderRadius: 12,
        fontSize: '0.78125rem',
        fontWeight: 500,
        '& .MuiChip-icon': { width: 14, height: 14, marginLeft: 8, marginRight: -2, color: 'inherit' },
        '& .MuiChip-label': { paddingInline: 10 },
        variants: [
          {
            props: { variant: 'filled', color: 'default' },
            style: { backgroundColor: theme.vars.palette.unknown.soft, color: theme.vars.palette.text.secondary },
          },
          ...([...statusColours, 'success', 'primary'] as const).map((color) => ({
            props: { variant: 'filled' as const, color },
            style: { backgroundColor: theme.vars.palette[color].soft, color: theme.vars.palette[color].main },
          })),
          {
            props: { variant: 'outlined' as const },
            style: { borderColor: theme.vars.palette.border.strong },
          },
        ],
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '6px 12px',
        alignItems: 'flex-start',
        fontSize: '0.875rem',
        lineHeight: '20px',
        '& .MuiAlert-icon': { padding: '8px 0', marginRight: 10, '& > svg': { width: 18, height: 18 } },
        variants: (['success', 'warning', 'error', 'info'] as const).map((severity) => ({
          props: { severity, variant: 'standard' as const },
          style: {
            backgroundColor: theme.vars.palette[severity].soft,
            color: theme.vars.palette.text.primary,
            '& .MuiAlert-icon': { color: theme.vars.palette[severity].main },
          },
        })),
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderColor: theme.vars.palette.border.main, padding: '8px 12px', fontSize: '0.875rem' }),
      head: ({ theme }) => ({ fontSize: '0.8125rem', fontWeight: 500, color: theme.vars.palette.text.secondary }),
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({ minHeight: 40, borderBottom: `1px solid ${theme.vars.palette.border.main}` }),
    },
  },
  MuiTab: {
    styleOverrides: {
      root: { minHeight: 40, minWidth: 0, padding: '8px 2px', marginRight: 24, textTransform: 'none', fontWeight: 500 },
    },
  },
  MuiDivider: { styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.border.main }) } },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiSkeleton: { defaultProps: { animation: 'pulse' } },
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 30,
        height: 30,
        fontSize: '0.75rem',
        fontWeight: 600,
        backgroundColor: theme.vars.palette.primary.soft,
        color: theme.vars.palette.primary.main,
      }),
    },
  },
};
