import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonValue,
} from '@kb/apimachinery';
import { at, isJsonObject } from '../resources/api-object.ts';
import { scalarText } from '../resources/scalar-text.ts';

/** What is wrong with the conversion of a definition. kube-apiserver's internal type has the webhook's parts one level higher than what clients write. */
export function validateConversion(conversion: JsonValue | undefined): FieldError[] {
  if (!isJsonObject(conversion)) return [];
  const { strategy = '', webhook } = conversion;
  const path = 'spec.conversion';
  if (strategy === '') return [fieldRequired(`${path}.strategy`)];
  if (strategy !== 'Webhook') {
    const errors = strategy === 'None' ? [] : [fieldNotSupported(`${path}.strategy`, strategy, ['None', 'Webhook'])];
    if (!isJsonObject(webhook)) return errors;
    const why = 'should not be set when strategy is not set to Webhook';
    return [
      ...errors,
      fieldForbidden(`${path}.webhookClientConfig`, why),
      fieldForbidden(`${path}.conversionReviewVersions`, why),
    ];
  }
  return [
    ...validateClientConfig(at(webhook, 'clientConfig'), `${path}.webhookClientConfig`),
    ...validateReviewVersions(at(webhook, 'conversionReviewVersions'), path),
  ];
}

function validateClientConfig(config: JsonValue | undefined, path: string): FieldError[] {
  if (!isJsonObject(config)) return [fieldRequired(path, 'required when strategy is set to Webhook')];
  const { url, service } = config;
  if ((url === undefined) === (service === undefined))
    return [fieldRequired(path, 'exactly one of url or service is required')];
  if (isJsonObject(service)) {
    return ['name', 'namespace']
      .filter((field) => !service[field])
      .map((field) => fieldRequired(`${path}.service.${field}`));
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(scalarText(url))?.[1] ?? '';
  if (scheme === 'https') return [];
  return [
    fieldInvalid(`${path}.url`, scheme, "'https' is the only allowed URL scheme; desired format: https://host[/path]"),
  ];
}

function validateReviewVersions(versions: JsonValue | undefined, path: string): FieldError[] {
  const field = `${path}.conversionReviewVersions`;
  if (!Array.isArray(versions) || versions.length === 0) return [fieldRequired(field)];
  return versions.some((version) => version === 'v1' || version === 'v1beta1')
    ? []
    : [fieldInvalid(field, versions, 'must include at least one of v1, v1beta1')];
}
