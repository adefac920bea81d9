// biome-ignore lint/style/noRestrictedImports: the pages before the sign-in load neither forms nor fields of the kit, to stay small.
import { FormControl, FormHelperText, InputLabel, OutlinedInput, type OutlinedInputProps } from '@mui/material';

interface LoginFieldProps extends Omit<OutlinedInputProps, 'error' | 'id' | 'name'> {
  name: string;
  label: string;
  problem: string | undefined;
}

/** A field of the forms before the sign-in, which do not use the kit's forms in order to stay small. */
export function LoginField({ name, label, problem, sx, ...input }: LoginFieldProps) {
  return (
    <FormControl error={problem !== undefined}>
      <InputLabel htmlFor={name}>{label}</InputLabel>
      <OutlinedInput
        id={name}
        name={name}
        {...(problem === undefined ? {} : { 'aria-describedby': `${name}-error` })}
        sx={[{ minHeight: 40 }, ...(Array.isArray(sx) ? sx : [sx])]}
        {...input}
      />
      {problem !== undefined && <FormHelperText id={`${name}-error`}>{problem}</FormHelperText>}
    </FormControl>
  );
}
