import { type FieldError, fieldInvalid, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { isDns1123Subdomain, isPortNumber, parseWebUrl } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { stringOf } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** Validates the URL or the Service of a webhook's `clientConfig`. */
export function validateWebhookAddress({ url, service }: JsonObject, path: string): FieldError[] {
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
