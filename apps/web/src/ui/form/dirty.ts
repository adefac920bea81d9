/**
 * Whether any field differs from its default. The form library's own `isDirty` counts fields whose default is absent
 * as changed as soon as they are on the screen.
 */
export function isAnyDirty(dirtyFields: unknown): boolean {
  if (dirtyFields === true) return true;
  return typeof dirtyFields === 'object' && dirtyFields !== null && Object.values(dirtyFields).some(isAnyDirty);
}
