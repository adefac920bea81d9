export { federatedClients, userIdentities } from './federated.table.ts';
