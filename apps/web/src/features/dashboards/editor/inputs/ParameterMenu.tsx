import { Button, Menu, MenuItem } from '@mui/material';
import { Variable } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditing } from '../editor-context.ts';
import { parameterText } from './parameters.ts';

interface ParameterMenuProps {
  /** Gets the parameter in the syntax that replaces an id. */
  onChoose: (text: string) => void;
  disabled?: boolean;
}

/** Chooses a parameter of the dashboard instead of a fixed value; renders nothing without parameters. */
export function ParameterMenu({ onChoose, disabled = false }: ParameterMenuProps) {
  const { t } = useTranslation('dashboards');
  const { customParameters } = useEditing().dashboard;
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (customParameters.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<Variable aria-hidden />}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('editor.parameter.use')}
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {customParameters.map(({ name, label }) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null);
              onChoose(parameterText(name));
            }}
          >
            {label || name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
