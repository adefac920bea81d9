import type { Contribution } from '../lib/slots.ts';

const modules = import.meta.glob<{ contributions: Contribution[] }>('../features/*/contributions.ts', { eager: true });

/** Entries that features add to slots of other features. */
export const contributions: readonly Contribution[] = Object.values(modules).flatMap((module) => module.contributions);
