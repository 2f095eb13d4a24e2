import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { OperatorRbac } from './read-rbac.ts';

/**
 * Returns why the roles of an operator may not apply to it although they have the rules: bindings that name a role that
 * is missing, that name another account, or that count in one namespace only. One line each; empty if no binding is
 * wrong.
 */
export function bindingProblems({ account, objects }: Pick<OperatorRbac, 'account' | 'objects'>): string[] {
  const bindings = objects.filter(({ kind }) => kind === 'ClusterRoleBinding' || kind === 'RoleBinding');
  const own = bindings.filter(({ subjects }) => listOf(subjects).some((subject) => isAccount(subject, account)));
  const operator = `the ServiceAccount ${account.namespace}/${account.name}`;
  if (own.length === 0) {
    const others = bindings.map((binding) => `${titleOf(binding)} has ${subjectsOf(binding)}`);
    return [`no binding has ${operator} as its subject`, ...others];
  }
  return own.flatMap((binding) => {
    const { kind, namespace, name } = roleOf(binding);
    const isThere = objects.some((object) => object.kind === kind && isNamed(object, namespace, name));
    if (!isThere) {
      const role = namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
      return [`${titleOf(binding)} names the ${role}, which is not among the manifests`];
    }
    if (binding.kind !== 'RoleBinding') return [];
    return [`${titleOf(binding)} allows requests in the namespace ${namespaceOf(binding)} only`];
  });
}

function isAccount(subject: JsonObject, { namespace, name }: OperatorRbac['account']): boolean {
  return subject.kind === 'ServiceAccount' && subject.name === name && subject.namespace === namespace;
}

/** The role of a binding. The namespace is empty for a ClusterRole. */
function roleOf(binding: JsonObject): { readonly kind: string; readonly namespace: string; readonly name: string } {
  const ref = isJsonObject(binding.roleRef) ? binding.roleRef : {};
  const kind = textOf(ref.kind);
  return { kind, namespace: kind === 'Role' ? namespaceOf(binding) : '', name: textOf(ref.name) };
}

function isNamed(object: JsonObject, namespace: string, name: string): boolean {
  return metadataOf(object).name === name && (namespace === '' || namespaceOf(object) === namespace);
}

function subjectsOf({ subjects }: JsonObject): string {
  const names = listOf(subjects).map(({ kind, namespace, name }) => {
    const where = textOf(namespace);
    return `${textOf(kind)} ${where === '' ? '' : `${where}/`}${textOf(name)}`;
  });
  return names.length === 0 ? 'no subject' : names.join(', ');
}

const titleOf = (object: JsonObject): string => `${textOf(object.kind)} ${textOf(metadataOf(object).name)}`;
const namespaceOf = (object: JsonObject): string => textOf(metadataOf(object).namespace);
const metadataOf = ({ metadata }: JsonObject): JsonObject => (isJsonObject(metadata) ? metadata : {});
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const listOf = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
