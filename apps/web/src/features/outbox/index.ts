export { HeldNotice } from './HeldNotice.tsx';
