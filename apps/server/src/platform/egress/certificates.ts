import { rootCertificates } from 'node:tls';

/** Whom to trust where somebody has a certificate authority of their own: it comes beside the usual ones. */
export const trustAlso = (caCertificate: string): string[] => [...rootCertificates, caCertificate];
