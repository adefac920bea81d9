export { findCandidates, holdsWords } from './candidates.store.ts';
export { type SearchKind, searchKinds, searchTimeLimitPort, subtitleOf } from './kind.ts';
export { createSearchService } from './search.service.ts';
export type { SearchQuery } from './search-query.ts';
