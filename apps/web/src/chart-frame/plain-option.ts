export type PlainOption = { [key: string]: unknown };

/** What a chart can be drawn from in a moment; more would only stop the page. */
export const optionLimits = { characters: 4_000_000, parts: 250_000, depth: 40 } as const;

/** They would lead out of the chart, to addresses that nobody has looked at. */
const leadOut = new Set(['link', 'sublink', 'target', 'subtarget', '__proto__']);

const isOption = (value: unknown): value is PlainOption =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An option that holds nothing but data; `size` where it is too large, undefined where it is none. */
export function readOption(json: unknown): PlainOption | 'size' | undefined {
  if (typeof json !== 'string') return undefined;
  if (json.length > optionLimits.characters) return 'size';
  let parts = 0;
  const copy = (value: unknown, depth: number): unknown => {
    parts += 1;
    if (parts > optionLimits.parts || depth > optionLimits.depth) throw new RangeError('Too large');
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1));
    if (!isOption(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !leadOut.has(key));
    return Object.fromEntries(kept.map(([key, each]) => [key, copy(each, depth + 1)]));
  };
  try {
    const option: unknown = JSON.parse(json);
    return isOption(option) ? (copy(option, 0) as PlainOption) : undefined;
  } catch (cause) {
    return cause instanceof RangeError ? 'size' : undefined;
  }
}

const richText = (tooltip: unknown): PlainOption => ({
  confine: true,
  ...(isOption(tooltip) ? tooltip : {}),
  renderMode: 'richText',
});

/** Tooltips are drawn, so that no name becomes markup; the picture moves only where it is asked for and wanted. */
export function safeOption(option: PlainOption, { isStill }: { isStill: boolean }): PlainOption {
  const { tooltip, toolbox: _left, ...rest } = option;
  return {
    ...rest,
    ...(tooltip === undefined ? {} : { tooltip: Array.isArray(tooltip) ? tooltip.map(richText) : richText(tooltip) }),
    animation: option.animation === true && !isStill,
    // It would read out numbers in a row.
    aria: { enabled: false },
  };
}
