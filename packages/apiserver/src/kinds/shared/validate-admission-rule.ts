import { type FieldError, fieldInvalid, fieldNotSupported, fieldRequired, type JsonObject } from '@kb/apimachinery';
import { own, stringOf } from '../../objects/api-object.ts';

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

/** Validates a rule that says for which requests a webhook or a policy is. */
export function validateAdmissionRule(rule: JsonObject, path: string): FieldError[] {
  const asked = textsOf(rule, 'operations');
  const groups = textsOf(rule, 'apiGroups');
  const versions = textsOf(rule, 'apiVersions');
  const scope = own(rule, 'scope');
  return [
    ...requireSome(asked, `${path}.operations`),
    ...refuseOthers(asked, `${path}.operations`, 'operations'),
    ...asked.flatMap((operation, index) =>
      operations.includes(operation) ? [] : [fieldNotSupported(`${path}.operations[${index}]`, operation, operations)],
    ),
    ...requireSome(groups, `${path}.apiGroups`),
    ...refuseOthers(groups, `${path}.apiGroups`, 'API groups'),
    ...requireSome(versions, `${path}.apiVersions`),
    ...refuseOthers(versions, `${path}.apiVersions`, 'API versions'),
    ...versions.flatMap((version, index) => (version === '' ? [fieldRequired(`${path}.apiVersions[${index}]`)] : [])),
    ...validateResources(textsOf(rule, 'resources'), `${path}.resources`),
    ...(scope === undefined || scope === null || scopes.includes(stringOf(scope))
      ? []
      : [fieldNotSupported(`${path}.scope`, scope, scopes)]),
  ];
}

function textsOf(rule: JsonObject, field: string): string[] {
  const value = own(rule, field);
  return Array.isArray(value) ? value.map(stringOf) : [];
}

function requireSome(values: readonly string[], path: string): FieldError[] {
  return values.length === 0 ? [fieldRequired(path)] : [];
}

function refuseOthers(values: string[], path: string, what: string): FieldError[] {
  return values.length > 1 && values.includes('*')
    ? [fieldInvalid(path, values, `if '*' is present, must not specify other ${what}`)]
    : [];
}

function validateResources(resources: string[], path: string): FieldError[] {
  const errors = requireSome(resources, path);
  const allOf = new Set<string>();
  const ofAll = new Set<string>();
  let isLastPlain = false;
  for (const [index, resource] of resources.entries()) {
    if (resource === '') {
      errors.push(fieldRequired(`${path}[${index}]`));
      continue;
    }
    const slash = resource.indexOf('/');
    if (slash < 0) {
      // As there: the last resource without a subresource decides.
      isLastPlain = resource !== '*';
      continue;
    }
    const [name, subresource] = [resource.slice(0, slash), resource.slice(slash + 1)];
    const forbid = (pattern: string): FieldError =>
      fieldInvalid(`${path}[${index}]`, resource, `if '${pattern}' is present, must not specify ${resource}`);
    if (allOf.has(name)) errors.push(forbid(`${name}/*`));
    if (ofAll.has(subresource)) errors.push(forbid(`*/${subresource}`));
    if (subresource === '*') allOf.add(name);
    if (name === '*') ofAll.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*'))
    errors.push(fieldInvalid(path, resources, "if '*/*' is present, must not specify other resources"));
  if (resources.includes('*') && isLastPlain) {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(fieldInvalid(path, resources, why));
  }
  return errors;
}
