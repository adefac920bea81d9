export { findCandidates, holdsWords } from './candidates.store.ts';
export { type SearchKind, searchKinds, searchTimeLimitPort, subtitleOf } from './kind.ts';
export type { Question } from './question.ts';
export { createSearchService } from './search.service.ts';
