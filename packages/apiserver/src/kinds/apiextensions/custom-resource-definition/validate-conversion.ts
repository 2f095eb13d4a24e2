import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isDns1035Label, isDns1123Subdomain, isPortNumber, parseWebUrl } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { at, own, stringOf } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { caBundleProblem } from '../../../webhooks/adapters/ca-bundle-problem.ts';

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
  if (!isJsonObject(config)) return [fieldRequired(path, 'required when strategy is set to Webhook')];
  const { url, service } = config;
  if ((url === undefined) === (service === undefined))
    return [fieldRequired(path, 'exactly one of url or service is required')];
  return isJsonObject(service)
    ? validateService(service, `${path}.service`)
    : validateUrl(scalarText(url), `${path}.url`);
}

const FORM = '; desired format: https://host[/path]';

function validateUrl(text: string, path: string): FieldError[] {
  const url = parseWebUrl(text);
  if ('problem' in url) return [fieldRequired(path, `url must be a valid URL: ${url.problem}${FORM}`)];
  const { scheme, user, host, query, fragment } = url;
  const errors: FieldError[] = [];
  if (scheme !== 'https') errors.push(fieldInvalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (host === '') errors.push(fieldInvalid(path, '', `host must be specified${FORM}`));
  if (user !== undefined) errors.push(fieldInvalid(path, user, 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(fieldInvalid(path, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(fieldInvalid(path, query, 'query parameters are not permitted in the URL'));
  return errors;
}

function validateService(service: JsonObject, path: string): FieldError[] {
  const { port } = service;
  const number = typeof port === 'number' ? port : 443;
  return [
    // kube-apiserver replaces the one by the other.
    ...(stringOf(service.namespace) === '' ? [fieldRequired(`${path}.name`)] : []),
    ...(stringOf(service.name) === '' ? [fieldRequired(`${path}.namespace`)] : []),
    ...isPortNumber(number).map((why) => fieldInvalid(`${path}.port`, number, `port is not valid: ${why}`)),
    ...validateServicePath(stringOf(service.path), `${path}.path`),
  ];
}

/** Each error contains the whole path, so the size of all would grow with the square of the segments. */
const MOST_SEGMENTS = 10;

function validateServicePath(value: string, path: string): FieldError[] {
  const invalid = (why: string): FieldError => fieldInvalid(path, value, why);
  if (value === '' || value === '/') return [];
  if (value === '//') return [invalid('segment[0] may not be empty')];
  const errors = value.startsWith('/') ? [] : [invalid("must start with a '/'")];
  const segments = value.slice(1).replace(/\/$/, '').split('/');
  segments.slice(0, MOST_SEGMENTS).forEach((segment, index) => {
    if (segment === '') errors.push(invalid(`segment[${index}] may not be empty`));
    else errors.push(...isDns1123Subdomain(segment).map((why) => invalid(`segment[${index}]: ${why}`)));
  });
  return errors;
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

function validateReviewVersions(versions: JsonValue | undefined, path: string): FieldError[] {
  if (!Array.isArray(versions) || versions.length === 0) return [fieldRequired(path)];
  const seen = new Set<string>();
  const errors = versions.map(scalarText).flatMap((version, index) => {
    const field = `${path}[${index}]`;
    if (seen.has(version)) return [fieldInvalid(field, version, 'duplicate version')];
    seen.add(version);
    return isDns1035Label(version).map((why) => fieldInvalid(field, version, why));
  });
  return seen.has('v1') || seen.has('v1beta1')
    ? errors
    : [...errors, fieldInvalid(path, versions, 'must include at least one of v1, v1beta1')];
}
