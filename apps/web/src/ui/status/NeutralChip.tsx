import { Chip } from '@mui/material';

export interface NeutralChipProps {
  label: string;
}

/** A grey word beside a status, such as a phase of life: says something, warns of nothing. */
export function NeutralChip({ label }: NeutralChipProps) {
  return <Chip label={label} />;
}
