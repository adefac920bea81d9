import type { SourceForm } from './define-source.ts';

const found = import.meta.glob<SourceForm>('./*/source.tsx', { eager: true, import: 'source' });

/** Every kind that has a folder here, in the order of the choices. */
export const sourceForms: readonly SourceForm[] = Object.values(found).toSorted(
  (left, right) => left.order - right.order,
);
