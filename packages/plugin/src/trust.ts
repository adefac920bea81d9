import { rootCertificates } from 'node:tls';

/** The well-known authorities and one more. */
export const trustAlso = (certificate: string): string[] => [...rootCertificates, certificate];
