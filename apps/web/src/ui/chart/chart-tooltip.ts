export interface TooltipRow {
  colour: string | undefined;
  name: string;
  value: string;
}

interface Hit {
  dataIndex?: number;
}

/** The first hit under the pointer. */
export function hitOf(params: unknown): Hit {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  return typeof first === 'object' && first !== null ? first : {};
}

/**
 * The tooltip as elements with text content: names of devices and units come from users, and a tooltip written as
 * HTML is the classic way to let them run scripts.
 */
export function tooltipElement(title: string, rows: readonly TooltipRow[]): HTMLElement {
  const box = document.createElement('div');
  const heading = box.appendChild(document.createElement('div'));
  heading.textContent = title;
  heading.style.marginBottom = '0.25rem';
  for (const { colour, name, value } of rows) {
    const line = box.appendChild(document.createElement('div'));
    Object.assign(line.style, { display: 'flex', alignItems: 'center', gap: '0.5rem' });
    const dot = line.appendChild(document.createElement('span'));
    Object.assign(dot.style, {
      width: '0.5rem',
      height: '0.5rem',
      borderRadius: '50%',
      backgroundColor: colour ?? 'transparent',
    });
    const label = line.appendChild(document.createElement('span'));
    label.textContent = name;
    label.style.flex = '1';
    const number = line.appendChild(document.createElement('strong'));
    number.textContent = value;
    Object.assign(number.style, { fontWeight: '600', fontVariantNumeric: 'tabular-nums', marginLeft: '1rem' });
  }
  return box;
}
