import type { ProjectFacts } from '../../project-template.ts';
import type { ScaffoldFile } from '../../scaffold-file.ts';
import { defaultFiles } from './default.ts';
import { managerFiles } from './manager.ts';
import { networkPolicyFiles } from './network-policy.ts';
import { prometheusFiles } from './prometheus.ts';
import { rbacFiles } from './rbac.ts';

/** The variables of manifests. */
export type ManifestFacts = Pick<ProjectFacts, 'projectName' | 'namespaced' | 'namespace'>;

/** The manifests of a project, laid out as kubebuilder lays them out, without any kind. */
export function manifestFiles(facts: ManifestFacts): ScaffoldFile[] {
  const { projectName } = facts;
  return [
    ...defaultFiles(facts),
    ...managerFiles(facts),
    ...networkPolicyFiles(projectName),
    ...prometheusFiles(projectName),
    ...rbacFiles(facts),
  ];
}
