export { FederatedClients, type FederatedClientsProps } from './FederatedClients.tsx';
export { OwnSignInServices } from './OwnSignInServices.tsx';
export { SignInServices, type SignInServicesProps } from './SignInServices.tsx';
