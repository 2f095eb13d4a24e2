import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { at, own, stringOf } from '../../../objects/api-object.ts';
import { caBundleProblem } from '../../../webhooks/adapters/ca-bundle-problem.ts';
import { validateReviewVersions } from '../../shared/webhooks/validate-review-versions.ts';
import { validateWebhookAddress } from '../../shared/webhooks/validate-webhook-address.ts';

/**
 * Validates the conversion of a definition. In kube-apiserver's internal type, the webhook's fields are one level
 * higher than in what clients write. `old`: that of an established definition, whose CA bundle must stay valid if it
 * is.
 */
export function validateConversion(conversion: JsonValue | undefined, old?: { conversion: unknown }): FieldError[] {
  if (!isJsonObject(conversion)) return [];
  const { strategy = '', webhook } = conversion;
  const path = 'spec.conversion';
  if (strategy !== 'Webhook') {
    const errors: FieldError[] = [];
    if (strategy === '') errors.push(fieldRequired(`${path}.strategy`));
    else if (strategy !== 'None') errors.push(fieldNotSupported(`${path}.strategy`, strategy, ['None', 'Webhook']));
    if (!isJsonObject(webhook)) return errors;
    const why = 'should not be set when strategy is not set to Webhook';
    const versions = webhook.conversionReviewVersions;
    return [
      ...errors,
      ...(isJsonObject(webhook.clientConfig) ? [fieldForbidden(`${path}.webhookClientConfig`, why)] : []),
      ...(Array.isArray(versions) && versions.length > 0
        ? [fieldForbidden(`${path}.conversionReviewVersions`, why)]
        : []),
    ];
  }
  return [
    ...validateClientConfig(at(webhook, 'clientConfig'), `${path}.webhookClientConfig`),
    ...validateCaBundle(conversion, old, `${path}.webhookClientConfig.caBundle`),
    ...validateReviewVersions(at(webhook, 'conversionReviewVersions'), `${path}.conversionReviewVersions`),
  ];
}

function validateClientConfig(config: JsonValue | undefined, path: string): FieldError[] {
  return isJsonObject(config)
    ? validateWebhookAddress(config, path)
    : [fieldRequired(path, 'required when strategy is set to Webhook')];
}

function validateCaBundle(
  conversion: JsonObject,
  old: { readonly conversion: unknown } | undefined,
  path: string,
): FieldError[] {
  // A bundle that is already invalid may stay.
  if (!old || caBundleProblem(old.conversion as JsonValue | undefined) !== undefined) return [];
  const problem = caBundleProblem(conversion);
  return problem === undefined
    ? []
    : [fieldInvalid(path, stringOf(own(at(conversion, 'webhook', 'clientConfig'), 'caBundle')), problem)];
}
