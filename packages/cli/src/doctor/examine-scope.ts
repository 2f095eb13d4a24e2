import {
  deployedNamespace,
  groupOfResource,
  operatorNamespace,
  pluralOf,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import { kinds } from '@kb/kubernetes/data';
import { parseAllDocuments } from 'yaml';
import { hasScope } from '../edit/scope-change.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import type { Finding } from './finding.ts';

/** Says whether main, the Deployment, the binding and the roles have the scope that PROJECT says. */
export function examineScope(project: ProjectFile, reader: SourceReader): Finding[] {
  const isNamespaced = project.namespaced === true;
  const wanted = isNamespaced ? 'one namespace' : 'the cluster';
  const { config, controller } = project.paths;
  const deciding = [
    `${config}/manager/manager.yaml`,
    `${config}/rbac/role_binding.yaml`,
    ...controller.map((folder) => `${folder}/src/main.ts`),
  ];
  const wrong = deciding.filter((file) => {
    const text = reader.read(file);
    return text !== undefined && !hasScope(file, text, project);
  });
  const files: Finding[] = wrong.map((file) => ({
    level: 'warning',
    what: `PROJECT has an operator of ${wanted}, and ${file} has one of ${isNamespaced ? 'the cluster' : 'one namespace'}`,
    advice: `Run "kb edit --namespaced=${String(!isNamespaced)}" and then "kb edit --namespaced=${String(isNamespaced)}", which shows what to change in edited files.`,
  }));
  return [...files, ...examineRoles(project, reader.read(`${config}/rbac/role.yaml`) ?? '')];
}

/** Says what still names the namespace that the operator was deployed to before its line in `config` was changed. */
export function examineNamespace(project: ProjectFile, reader: SourceReader): Finding[] {
  const deployed = deployedNamespace(project, reader);
  const before = operatorNamespace(project);
  if (deployed === undefined || deployed.name === before) return [];
  const { file, name } = deployed;
  const stale = Object.entries(renderScaffold(project, scaffoldFacts(project, reader)))
    .filter(([path, text]) => path !== file && text.includes(before) && (reader.read(path) ?? '').includes(before))
    .map(([path]) => path);
  if (stale.length === 0) return [];
  return [
    {
      level: 'warning',
      what: `${file} deploys the operator to ${name}, and ${before} is still named in ${stale.toSorted().join(', ')}`,
      advice: `Run "kb edit --namespace ${name}", which changes it there.`,
    },
  ];
}

/** Whether what the markers allow counts where the operator needs it. */
function examineRoles(project: ProjectFile, text: string): Finding[] {
  const namespace = operatorNamespace(project);
  const { ofCluster, ofNamespace } = rolesIn(text, namespace);
  if (project.namespaced === true) {
    const isWithNamespace = namespacedResources(project);
    const wide = [...ofCluster].filter((resource) => isWithNamespace.has(resource)).toSorted();
    return wide.length === 0
      ? []
      : [
          {
            level: 'warning',
            what: `the operator of one namespace may use ${wide.join(', ')} in the whole cluster`,
            advice: `Add namespace=${namespace} to the +kubebuilder:rbac markers of these resources.`,
          },
        ];
  }
  const own = ownNamespaced(project);
  const narrow = [...ofNamespace].filter((resource) => own.has(resource) && !ofCluster.has(resource)).toSorted();
  return narrow.length === 0
    ? []
    : [
        {
          level: 'warning',
          what: `the operator of the cluster may use ${narrow.join(', ')} in ${namespace} only`,
          advice: `Remove namespace=${namespace} from the +kubebuilder:rbac markers of these resources.`,
        },
      ];
}

interface Role {
  readonly kind?: string;
  readonly metadata?: { readonly namespace?: string };
  readonly rules?: readonly { readonly apiGroups?: readonly string[]; readonly resources?: readonly string[] }[];
}

/** The resources that the roles of a file name, such as `deployments.apps`. */
function rolesIn(text: string, namespace: string): Record<'ofCluster' | 'ofNamespace', ReadonlySet<string>> {
  // The generator writes the file; what is not a role has no rules.
  const roles = parseAllDocuments(text).map((document) => (document.toJS() ?? {}) as Role);
  const named = (of: readonly Role[]): Set<string> =>
    new Set(
      of
        .flatMap(({ rules = [] }) => rules)
        .flatMap(({ apiGroups = [], resources = [] }) =>
          apiGroups.flatMap((group) => resources.map((name) => nameOf(group, name.split('/', 1)[0] ?? name))),
        ),
    );
  return {
    ofCluster: named(roles.filter(({ kind }) => kind === 'ClusterRole')),
    ofNamespace: named(roles.filter(({ kind, metadata }) => kind === 'Role' && metadata?.namespace === namespace)),
  };
}

function nameOf(group: string, plural: string): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** The resources that have a namespace: the project's, and Kubernetes' own. */
function namespacedResources(project: ProjectFile): ReadonlySet<string> {
  const builtIn = kinds().filter(({ scope }) => scope === 'Namespaced');
  return new Set([...ownNamespaced(project), ...builtIn.map(({ group, plural }) => nameOf(group, plural))]);
}

function ownNamespaced({ resources }: ProjectFile): ReadonlySet<string> {
  const own = resources.filter(({ api }) => api?.namespaced === true);
  return new Set(own.map((one) => nameOf(groupOfResource(one), one.plural ?? pluralOf(one.kind))));
}
