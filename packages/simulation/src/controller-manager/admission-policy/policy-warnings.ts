import type { DeepReadonly } from '@kb/apimachinery';
import type { CheckedKind, PolicyWarning } from '@kb/apimachinery/cel';
import type { ValidatingAdmissionPolicySpec } from '@kb/kubernetes/admissionregistration/v1';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';
import { knownKinds, type NamedKind } from './known-kinds.ts';

/** How many kinds the expressions of a policy are checked for. */
const MAX_KINDS = 10;

/** Checks the types in the expressions of a policy. The code for that is loaded with the first policy. */
export async function warningsOf(
  spec: DeepReadonly<ValidatingAdmissionPolicySpec>,
  definitions: readonly DeepReadonly<Pick<CustomResourceDefinition, 'spec'>>[],
): Promise<PolicyWarning[]> {
  const [{ typeCheckPolicy }, data] = await Promise.all([
    import('@kb/apimachinery/cel'),
    import('@kb/kubernetes/data'),
  ]);
  const kinds = knownKinds(definitions, data);
  const { paramKind, variables = [], validations = [] } = spec;
  const params = kinds.find(({ apiVersion, kind }) => apiVersion === paramKind?.apiVersion && kind === paramKind.kind);
  const policy = {
    hasParams: paramKind !== undefined,
    variables,
    validations: validations.map(({ expression, messageExpression = '' }) => ({ expression, messageExpression })),
  };
  const steps = typeCheckPolicy(policy, kindsOf(spec, kinds).map(checked), params && checked(params));
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function checked({ group, version, kind, schema }: NamedKind): CheckedKind {
  return { name: `${group}/${version}, Kind=${kind}`, kind, schema: schema() };
}

/** The kinds that the rules of a policy name, without patterns and subresources, sorted by their names. */
function kindsOf(
  { matchConstraints }: DeepReadonly<ValidatingAdmissionPolicySpec>,
  kinds: readonly NamedKind[],
): NamedKind[] {
  const found = new Set<NamedKind>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of matchConstraints?.resourceRules ?? []) {
    if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) continue;
    const plain = resources.filter((name) => !/[*/]/.test(name)).sort();
    let count = 0;
    for (const group of [...apiGroups].sort())
      for (const version of [...apiVersions].sort())
        for (const resource of plain)
          for (const kind of kinds.filter((one) => isNamed(one, group, version, resource))) {
            found.add(kind);
            count += 1;
            if (count === MAX_KINDS) return sorted(found);
          }
  }
  return sorted(found);
}

/** A rule for the core group finds the resources of all groups, as the mapper of Kubernetes does. */
function isNamed(
  { group, version, plural, singular }: NamedKind,
  inGroup: string,
  inVersion: string,
  resource: string,
): boolean {
  return (
    (inGroup === '' || group === inGroup) && version === inVersion && (plural === resource || singular === resource)
  );
}

function sorted(kinds: ReadonlySet<NamedKind>): NamedKind[] {
  const key = ({ group, version, kind }: NamedKind): string => `${group}\0${version}\0${kind}`;
  return [...kinds].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
