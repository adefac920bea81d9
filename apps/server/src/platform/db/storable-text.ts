/** PostgreSQL can't store NUL and lone surrogates, which texts of other systems and truncated texts may contain. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** The parameters of a reason, which may quote such texts. */
export const storableParams = (params: Readonly<Record<string, string | number>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
  );
