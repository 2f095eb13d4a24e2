import type { ProjectFile } from '@kb/codegen';
import type { KindNames } from '../../kind-names.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { labelLines } from './labels.ts';
import type { ManifestFacts } from './manifests.ts';

/** The roles for people who work with a kind, from the most to the least powerful, with their verbs. */
const roles = {
  admin: {
    comment: 'For people who administer',
    verbs: ["'*'"],
  },
  editor: {
    comment: 'For people who create, change and delete',
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  },
  viewer: { comment: 'For people who read', verbs: ['get', 'list', 'watch'] },
} as const;

/** The names of the files of a kind's roles, in the order in which they are listed. */
export function kindRoleNames(names: Pick<KindNames, 'folder' | 'lower'>): string[] {
  return Object.keys(roles).map((role) => `${prefixOf(names, '_')}_${role}_role.yaml`);
}

/**
 * The roles of a kind for people; `namespaced`: its scope. The operator does not use them; a person binds them, or does
 * not.
 */
export function kindRoleFiles(
  { projectName, paths, namespaced: isOfNamespace = false }: ManifestFacts & Pick<ProjectFile, 'paths'>,
  names: KindNames,
  namespaced: boolean,
): ScaffoldFile[] {
  const ofKind = isOfNamespace && namespaced ? 'Role' : 'ClusterRole';
  return Object.entries(roles).map(([role, { comment, verbs }]) => ({
    path: `${paths.config}/rbac/${prefixOf(names, '_')}_${role}_role.yaml`,
    whenThere: 'keep',
    content: text(`
        # ${comment} ${names.plural}. The operator itself does not need it.
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ${ofKind}
        metadata:
          labels:${labelLines(projectName)}
          name: ${prefixOf(names, '-')}-${role}-role
        rules:
        - apiGroups:
          - ${names.group}
          resources:
          - ${names.plural}
          verbs:${verbs.map((verb) => `\n          - ${verb}`).join('')}
        - apiGroups:
          - ${names.group}
          resources:
          - ${names.plural}/status
          verbs:
          - get
      `),
  }));
}

/** Kinds of several groups can have the same name. */
function prefixOf({ folder, lower }: Pick<KindNames, 'folder' | 'lower'>, separator: string): string {
  return `${folder.split('/')[0]}${separator}${lower}`;
}
