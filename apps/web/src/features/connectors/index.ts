export { useConnector, useConnectorKinds } from './connector.queries.ts';
export { KindIcon } from './kinds/KindIcon.tsx';
export { type KindTexts, useKindTexts } from './kinds/use-kind-texts.ts';
