export { HeldDeliveriesNotice } from './HeldDeliveriesNotice.tsx';
