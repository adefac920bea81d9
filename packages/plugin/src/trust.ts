import { rootCertificates } from 'node:tls';

/** The public authorities and a custom one. */
export const trustAlso = (certificate: string): string[] => [...rootCertificates, certificate];
