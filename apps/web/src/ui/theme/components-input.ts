import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { sizes } from './tokens.ts';

type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/** Buttons, fields and other controls. Labels are above their fields, so that nothing moves when a field is filled. */
export const inputComponents: ThemeComponents = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: sizes.controlHeight,
        minWidth: sizes.controlHeight,
        padding: '7px 14px',
        borderRadius: sizes.radiusSmall,
        whiteSpace: 'nowrap',
        variants: [
          {
            props: { variant: 'outlined', color: 'primary' },
            style: {
              color: theme.vars.palette.text.primary,
              borderColor: theme.vars.palette.border.strong,
              backgroundColor: theme.vars.palette.background.paper,
              '&:hover': {
                borderColor: theme.vars.palette.text.muted,
                backgroundColor: theme.vars.palette.background.raised,
              },
            },
          },
          { props: { size: 'small' }, style: { minHeight: 28, padding: '3px 10px', fontSize: '0.8125rem' } },
          { props: { size: 'large' }, style: { minHeight: 42, padding: '10px 18px', fontSize: '0.875rem' } },
        ],
      }),
      startIcon: { marginRight: 8, '& > svg': { width: 16, height: 16 } },
      endIcon: { '& > svg': { width: 16, height: 16 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: sizes.radiusSmall,
        padding: 8,
        color: theme.vars.palette.text.secondary,
        '& > svg': { width: 18, height: 18 },
        '&:hover': { backgroundColor: theme.vars.palette.background.raised },
        variants: [{ props: { size: 'small' }, style: { padding: 5 } }],
      }),
    },
  },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small', variant: 'outlined' } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 6,
        fontSize: '0.8125rem',
        lineHeight: '18px',
        fontWeight: 500,
        color: theme.vars.palette.text.primary,
        whiteSpace: 'normal',
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-error': { color: theme.vars.palette.text.primary },
        '&.Mui-disabled': { color: theme.vars.palette.text.muted },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars.palette.text.muted }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: sizes.controlHeight,
        borderRadius: sizes.radiusSmall,
        backgroundColor: theme.vars.palette.background.paper,
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.muted },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: 1,
          borderColor: theme.vars.palette.primary.main,
          boxShadow: `0 0 0 3px ${theme.vars.palette.primary.soft}`,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
        '&.Mui-focused.Mui-error .MuiOutlinedInput-notchedOutline': {
          boxShadow: `0 0 0 3px ${theme.vars.palette.error.soft}`,
        },
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.background.raised },
      }),
      input: ({ theme }) => ({
        height: 20,
        padding: '8px 12px',
        '&::placeholder': { color: theme.vars.palette.text.muted, opacity: 1 },
        // Otherwise password managers set their own background.
        '&:-webkit-autofill': {
          WebkitBoxShadow: `0 0 0 100px ${theme.vars.palette.background.paper} inset`,
          WebkitTextFillColor: theme.vars.palette.text.primary,
          caretColor: theme.vars.palette.text.primary,
        },
      }),
      multiline: { padding: '8px 12px', '& > textarea': { padding: 0, height: 'auto' } },
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: theme.vars.palette.border.strong,
        '& > legend': { display: 'none' },
      }),
    },
  },
  MuiInputBase: {
    // Every field would add keyframes to detect autofill, which only moving labels need.
    defaultProps: { disableInjectingGlobalStyles: true },
    styleOverrides: { root: { fontSize: '0.875rem', lineHeight: '20px' } },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: '6px 0 0',
        fontSize: '0.75rem',
        lineHeight: '16px',
        overflowWrap: 'anywhere',
        color: theme.vars.palette.text.secondary,
      }),
    },
  },
  MuiFormControlLabel: { styleOverrides: { label: { fontSize: '0.875rem' } } },
  MuiSelect: { defaultProps: { size: 'small' } },
  MuiAutocomplete: { defaultProps: { size: 'small' } },
  MuiCheckbox: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 6 } } },
  MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 6 } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '5px 12px',
        textTransform: 'none',
        borderRadius: sizes.radiusSmall,
        borderColor: theme.vars.palette.border.strong,
        color: theme.vars.palette.text.secondary,
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.vars.palette.primary.soft,
          color: theme.vars.palette.primary.main,
        },
      }),
    },
  },
};
