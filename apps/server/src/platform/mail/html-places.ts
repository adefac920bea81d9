/** The context of a placeholder in HTML, which determines the values it may have. */
export type Place = 'text' | 'attribute' | 'link' | 'misplaced';

interface Span {
  start: number;
  end: number;
  place: Place;
}

/** Comments, elements whose content is not plain text, and tags (a placeholder may be the name) with attributes. */
const markup =
  /<!--.*?(?:-->|$)|<(script|style|title|textarea|xmp|iframe|noscript|template|svg|math)\b.*?(?:<\/\1\s*>|$)|<[a-z/!?{](?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/gis;
const attribute = /(?<=\s)([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const linkAttributes = new Set(['href', 'src', 'background', 'cite', 'poster']);
/** Escaping does not make a value safe here: these attributes hold code, styles or lists of URLs. */
const forbiddenAttribute = /^(?:on.*|style|srcset|srcdoc|action|formaction|ping|data|content|xmlns.*|.*:.*)$/;

function placeInAttribute(name: string, value: string): Place {
  if (forbiddenAttribute.test(name)) return 'misplaced';
  if (!linkAttributes.has(name)) return 'attribute';
  // A link must be one whole placeholder: a partial one could change the host or the scheme.
  return /^\{\{[^{}]*\}\}$/.test(value) ? 'link' : 'misplaced';
}

function attributeSpans(tag: string, offset: number): Span[] {
  return [...tag.matchAll(attribute)].map((match) => {
    const end = offset + match.index + match[0].length;
    const value = match[2] ?? match[3] ?? '';
    const place = placeInAttribute((match[1] ?? '').toLowerCase(), value);
    return { start: end - value.length - 1, end, place };
  });
}

/** Returns a function that finds the context of a position in the HTML. Everything outside of tags is text. */
export function placesIn(html: string): (position: number) => Place {
  const tags: Span[] = [];
  const values: Span[] = [];
  for (const match of html.matchAll(markup)) {
    const start = match.index;
    tags.push({ start, end: start + match[0].length, place: 'misplaced' });
    if (/^<[a-z]/i.test(match[0]) && match[1] === undefined) values.push(...attributeSpans(match[0], start));
  }
  const within = (position: number) => (span: Span) => position >= span.start && position < span.end;
  return (position) => (values.find(within(position)) ?? tags.find(within(position)))?.place ?? 'text';
}
