import type { Area } from '../../sequence.ts';
import { audiencesOfReviews } from './audiences-of-reviews.ts';
import { claimsOfTokens } from './claims-of-tokens.ts';
import { clientCertificates } from './client-certificates.ts';
import { extensionServers } from './extension-servers.ts';
import { invalidTokens } from './invalid-tokens.ts';
import { issuerDiscovery } from './issuer-discovery.ts';
import { signedTokens } from './signed-tokens.ts';
import { tokensInSecrets } from './tokens-in-secrets.ts';

/**
 * Tokens of service accounts: what they claim, which are refused, how others check them; certificates of clients,
 * and what extension servers learn of their authorities.
 */
export const authenticationAreas: readonly Area[] = [
  claimsOfTokens,
  audiencesOfReviews,
  invalidTokens,
  issuerDiscovery,
  signedTokens,
  tokensInSecrets,
  clientCertificates,
  extensionServers,
];
