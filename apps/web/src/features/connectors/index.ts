export { StateChip } from './ConnectorState.tsx';
export { useConnector, useConnectorKinds } from './connector.queries.ts';
export { useUnknownActions, useUnknownIds } from './edit/traffic.queries.ts';
export { optionsCheck } from './form/connector-form.ts';
export { sectionsOf } from './form/kind-sections.ts';
export { sampleMessageOf } from './kinds/all-kinds.ts';
export { KindIcon } from './kinds/KindIcon.tsx';
export { type KindTexts, useKindTexts } from './kinds/use-kind-texts.ts';
