export { seesScopes } from './acl.policy.ts';
