export { AccountApiKeys, type AccountApiKeysProps } from './AccountApiKeys.tsx';
export { OwnApiKeys } from './OwnApiKeys.tsx';
