/** The place of a version in discovery. */
export interface Priorities {
  /** Groups with a higher one come first. */
  readonly group: number;
  /** Versions with a higher one come first in their group. */
  readonly version: number;
}

/** The priorities of the group versions of kube-apiserver itself, as `VERSION.GROUP`. */
const builtIn: Readonly<Record<string, Priorities | undefined>> = {
  'v1.': { group: 18_000, version: 1 },
  'v1.apps': { group: 17_800, version: 15 },
  'v1.events.k8s.io': { group: 17_750, version: 15 },
  'v1.authentication.k8s.io': { group: 17_700, version: 15 },
  'v1.authorization.k8s.io': { group: 17_600, version: 15 },
  'v1.autoscaling': { group: 17_500, version: 15 },
  'v2.autoscaling': { group: 17_500, version: 30 },
  'v1.batch': { group: 17_400, version: 15 },
  'v1.networking.k8s.io': { group: 17_200, version: 15 },
  'v1.policy': { group: 17_100, version: 15 },
  'v1.rbac.authorization.k8s.io': { group: 17_000, version: 15 },
  'v1.storage.k8s.io': { group: 16_800, version: 15 },
  'v1.admissionregistration.k8s.io': { group: 16_700, version: 15 },
  'v1.apiextensions.k8s.io': { group: 16_700, version: 15 },
  'v1.scheduling.k8s.io': { group: 16_600, version: 15 },
  'v1.coordination.k8s.io': { group: 16_500, version: 15 },
  'v1.node.k8s.io': { group: 16_300, version: 15 },
  'v1.discovery.k8s.io': { group: 16_200, version: 15 },
  // As the manifests of metrics-server have it.
  'v1beta1.metrics.k8s.io': { group: 100, version: 100 },
};

/** The priorities of the versions of CustomResourceDefinitions. */
const custom: Priorities = { group: 1000, version: 100 };

/** Returns the priorities that a version has where no client has set them. */
export function prioritiesOf(version: string, group: string): Priorities {
  return builtIn[`${version}.${group}`] ?? custom;
}
