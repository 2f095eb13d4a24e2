import { isJsonObject } from '@kb/apimachinery/codec';
import { labelSelectorOf, SelectorError } from '@kb/apimachinery/selectors';
import { isDns1035Label, isDns1123Subdomain, isQualifiedName } from '@kb/apimachinery/server';
import type { JsonObject, JsonValue } from '@kb/apimachinery';

/** A problem with a part of an object. */
export interface Problem {
  /** Such as `rules[0].operations[1]`; empty for the object itself. */
  readonly path: string;
  /** What it is and should be; printed after the path. */
  readonly message: string;
}

/** The maximum number of conditions of one webhook. */
const MAX_MATCH_CONDITIONS = 64;

/**
 * Returns what the API server would refuse in a webhook whose fields already have the right types. The version of its
 * configuration is v1.
 */
export function checkWebhook(webhook: JsonObject): Problem[] {
  const { name, clientConfig, rules, sideEffects, timeoutSeconds, matchConditions } = webhook;
  return [
    ...checkName(textOf(name)),
    ...checkClientConfig(objectOf(clientConfig)),
    ...objectsIn(rules).flatMap((rule, index) => checkRule(rule, `rules[${index}]`)),
    ...checkSideEffects(sideEffects),
    ...checkTimeout(timeoutSeconds),
    ...checkReviewVersions(textsIn(webhook['admissionReviewVersions'])),
    ...['namespaceSelector', 'objectSelector'].flatMap((field) => checkSelector(webhook[field], field)),
    ...checkConditions(objectsIn(matchConditions)),
  ];
}

function checkName(name: string): Problem[] {
  if (isDns1123Subdomain(name).length === 0 && name.split('.').length >= 3) return [];
  return [
    {
      path: 'name',
      message: `is ${JSON.stringify(name)}: expected a DNS name of at least three parts, such as vshop.kb.io`,
    },
  ];
}

/**
 * Returns what the API server would refuse in a `clientConfig`, which says where an admission or conversion webhook is.
 */
export function checkClientConfig({ url, service }: JsonObject): Problem[] {
  if ((url === undefined) === (service === undefined))
    return [{ path: 'clientConfig', message: 'needs one of url and service, and not both' }];
  if (url !== undefined) return checkUrl(textOf(url));
  const { name, namespace, path, port } = objectOf(service);
  return [
    ...Object.entries({ name, namespace }).flatMap(([field, value]) =>
      textOf(value) === '' ? [{ path: `clientConfig.service.${field}`, message: 'is empty' }] : [],
    ),
    ...(path === undefined ? [] : checkPath(textOf(path))),
    ...(port === undefined || (typeof port === 'number' && port >= 1 && port <= 65_535)
      ? []
      : [{ path: 'clientConfig.service.port', message: `is ${JSON.stringify(port)}: expected 1 to 65535` }]),
  ];
}

function checkUrl(url: string): Problem[] {
  const at = (message: string): Problem[] => [
    { path: 'clientConfig.url', message: `is ${JSON.stringify(url)}: ${message}, such as https://host/path` },
  ];
  if (!URL.canParse(url)) return at('expected a URL');
  const { protocol, hostname, username, password, search, hash } = new URL(url);
  if (protocol !== 'https:') return at('expected https');
  if (hostname === '' || !/^https:\/\/[^/]/i.test(url)) return at('expected a host');
  if (username !== '' || password !== '') return at('a user is not allowed in it');
  return search !== '' || hash !== '' || /[?#]/.test(url) ? at('? and # are not allowed') : [];
}

function checkPath(path: string): Problem[] {
  const at = (message: string): Problem[] => [
    { path: 'clientConfig.service.path', message: `is ${JSON.stringify(path)}: ${message}` },
  ];
  if (path === '/') return [];
  if (!path.startsWith('/')) return at('expected a path that begins with /');
  const wrong = path
    .slice(1)
    .replace(/\/$/, '')
    .split('/')
    .find((step) => isDns1123Subdomain(step).length > 0);
  if (wrong === undefined) return [];
  return at(wrong === '' ? 'a part between two / is empty' : `expected lower case letters, digits, "-" and "."`);
}

function checkRule(rule: JsonObject, path: string): Problem[] {
  return [
    ...['operations', 'apiGroups', 'apiVersions'].flatMap((field) =>
      checkNames(rule[field], `${path}.${field}`, field),
    ),
    ...checkResources(textsIn(rule['resources'])).map((message) => ({ path: `${path}.resources`, message })),
  ];
}

/**
 * Returns what the API server would refuse in a rule's resources: names such as `pods` and `pods/status`, with `*` for
 * either part, and no resource that another one covers.
 */
function checkResources(resources: readonly string[]): string[] {
  if (resources.length === 0) return ['is empty'];
  const problems: string[] = [];
  const whole = new Set<string>();
  const everywhere = new Set<string>();
  for (const resource of resources) {
    if (resource === '') problems.push('has an empty element');
    const slash = resource.indexOf('/');
    if (slash === -1) continue;
    const name = resource.slice(0, slash);
    const subresource = resource.slice(slash + 1);
    if (whole.has(name)) problems.push(`has ${resource} beside ${name}/*, which covers it`);
    if (everywhere.has(subresource)) problems.push(`has ${resource} beside */${subresource}, which covers it`);
    if (subresource === '*') whole.add(name);
    if (name === '*') everywhere.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*')) problems.push('has others beside */*, which covers them');
  const plain = resources.some((resource) => resource !== '*' && resource !== '' && !resource.includes('/'));
  if (resources.includes('*') && plain) problems.push('has others beside *, which covers all without subresources');
  return problems;
}

function checkNames(value: JsonValue | undefined, path: string, field: string): Problem[] {
  const names = textsIn(value);
  if (names.length === 0) return [{ path, message: 'is empty' }];
  // The core group has an empty name.
  if (field !== 'apiGroups' && names.includes('')) return [{ path, message: 'has an empty element' }];
  return names.length > 1 && names.includes('*') ? [{ path, message: 'has others beside "*", which covers them' }] : [];
}

function checkSideEffects(value: JsonValue | undefined): Problem[] {
  if (value === 'None' || value === 'NoneOnDryRun') return [];
  return [
    {
      path: 'sideEffects',
      message:
        value === undefined
          ? 'is missing: expected None or NoneOnDryRun'
          : `is ${textOf(value)}: expected None or NoneOnDryRun`,
    },
  ];
}

function checkTimeout(value: JsonValue | undefined): Problem[] {
  if (value === undefined || (typeof value === 'number' && value >= 1 && value <= 30)) return [];
  return [{ path: 'timeoutSeconds', message: `is ${JSON.stringify(value)}: expected 1 to 30` }];
}

function checkReviewVersions(versions: readonly string[]): Problem[] {
  const path = 'admissionReviewVersions';
  if (versions.length === 0) return [{ path, message: 'is empty' }];
  const wrong = versions.find((version) => isDns1035Label(version).length > 0);
  if (wrong !== undefined) return [{ path, message: `has ${JSON.stringify(wrong)}, which is not a version` }];
  if (new Set(versions).size < versions.length) return [{ path, message: 'has the same version twice' }];
  return versions.some((version) => version === 'v1' || version === 'v1beta1')
    ? []
    : [{ path, message: 'has neither v1 nor v1beta1, the versions that API servers know' }];
}

function checkSelector(value: JsonValue | undefined, path: string): Problem[] {
  if (!isJsonObject(value)) return [];
  const { matchLabels } = value;
  try {
    labelSelectorOf({
      ...(isJsonObject(matchLabels) && {
        matchLabels: Object.fromEntries(Object.entries(matchLabels).map(([key, label]) => [key, textOf(label)])),
      }),
      matchExpressions: objectsIn(value['matchExpressions']).map(({ key, operator, values }) => ({
        key: textOf(key),
        operator: textOf(operator),
        values: textsIn(values),
      })),
    });
    return [];
  } catch (error) {
    if (error instanceof SelectorError) return [{ path, message: `selects nothing: ${error.message}` }];
    throw error;
  }
}

function checkConditions(conditions: readonly JsonObject[]): Problem[] {
  const problems: Problem[] = [];
  if (conditions.length > MAX_MATCH_CONDITIONS)
    problems.push({ path: 'matchConditions', message: `has more than ${MAX_MATCH_CONDITIONS} elements` });
  const names = new Set<string>();
  for (const [index, condition] of conditions.entries()) {
    const path = `matchConditions[${index}]`;
    const name = textOf(condition['name']);
    if (isQualifiedName(name).length > 0)
      problems.push({
        path: `${path}.name`,
        message: `is ${JSON.stringify(name)}: expected letters, digits, "-", "_" and "."`,
      });
    if (names.has(name))
      problems.push({ path: `${path}.name`, message: `is ${JSON.stringify(name)}, as that of another` });
    names.add(name);
    if (textOf(condition['expression']).trim() === '')
      problems.push({ path: `${path}.expression`, message: 'is empty' });
  }
  return problems;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
