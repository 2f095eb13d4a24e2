import { type FieldError, fieldInvalid } from '@kb/apimachinery';
import type { ManagedEndpoint } from '@kb/apimachinery/managed-fields';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { asJson, ensureObject } from '../../../objects/api-object.ts';
import { managedEndpoints } from '../../../resources/managed-endpoint.ts';
import { emptyObject } from '../../shared/built-in-codec.ts';
import { genericStrategy } from '../../shared/generic-strategy.ts';
import { type PostedKind, postedKind } from '../../shared/posted-kind.ts';
import { setDefaults } from '../../shared/set-default.ts';

/** TokenRequest: requests a token. Posted to `serviceaccounts/NAME/token`, and never stored. */
export const tokenRequest: PostedKind = postedKind(
  { group: 'authentication.k8s.io', kind: 'TokenRequest', type: 'authentication/v1.TokenRequest' },
  (request) => setDefaults(ensureObject(request, 'spec'), { expirationSeconds: 3600 }),
);

let endpoints: ((subresource?: string) => ManagedEndpoint) | undefined;

/** The facts about TokenRequest for managed fields. */
export function managedTokenRequest(subresource?: string): ManagedEndpoint {
  const { apiVersion, kind } = tokenRequest;
  const schema = serverSchemaOf(tokenRequest.type);
  endpoints ??= managedEndpoints({
    apiVersion,
    kind,
    strategy: genericStrategy,
    schema: () => schema,
    objectsFit: true,
    empty: () => asJson(emptyObject(tokenRequest, apiVersion)),
  });
  return endpoints(subresource);
}

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/** Validates the requested validity of a token. */
export function validateTokenSeconds(seconds: number): FieldError[] {
  const path = 'spec.expirationSeconds';
  if (seconds < MIN_SECONDS) return [fieldInvalid(path, seconds, 'may not specify a duration less than 10 minutes')];
  return seconds > MAX_SECONDS
    ? [fieldInvalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')]
    : [];
}
