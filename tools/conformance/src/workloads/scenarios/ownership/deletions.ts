import type { Scenario } from '../scenario.ts';
import { available, configMap, deployment, settle } from '../steps.ts';
import { deleteMap, held, mapGone, ownedBy, patchMap, reference } from './owner-steps.ts';

const blocking = { blockOwnerDeletion: true };

/** Finalizers, several levels, circles, and what happens while an owner is deleted. */
export const deletionScenarios: readonly Scenario[] = [
  {
    // Its owner still exists as long as a finalizer holds it.
    name: 'owner-held',
    steps: [
      configMap('owner', held),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      deleteMap('owner'),
      settle,
    ],
  },
  {
    name: 'owner-held-then-freed',
    steps: [
      configMap('owner', held),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      deleteMap('owner'),
      settle,
      patchMap('owner', { finalizers: null }),
      settle,
    ],
  },
  {
    name: 'foreground-blocker-freed',
    steps: [
      configMap('owner'),
      configMap('dependent', { ...ownedBy('ConfigMap', 'owner', blocking), ...held }),
      settle,
      deleteMap('owner', 'Foreground'),
      settle,
      patchMap('dependent', { finalizers: null }),
      mapGone('owner'),
      settle,
    ],
  },
  {
    name: 'foreground-blocker-released',
    steps: [
      configMap('owner'),
      configMap('dependent', { ...ownedBy('ConfigMap', 'owner', blocking), ...held }),
      settle,
      deleteMap('owner', 'Foreground'),
      settle,
      patchMap('dependent', { ownerReferences: null }),
      mapGone('owner'),
      settle,
    ],
  },
  {
    // The other owner keeps the dependent, which no longer names the one that goes.
    name: 'foreground-dependent-of-two-owners',
    steps: [
      configMap('owner'),
      configMap('kept'),
      configMap('dependent', {
        ownerReferences: [reference('ConfigMap', 'owner', blocking), reference('ConfigMap', 'kept', blocking)],
      }),
      settle,
      deleteMap('owner', 'Foreground'),
      settle,
    ],
  },
  {
    // Each level waits for the one below it.
    name: 'foreground-of-three-levels',
    steps: [
      configMap('top'),
      configMap('middle', ownedBy('ConfigMap', 'top', blocking)),
      configMap('bottom', { ...ownedBy('ConfigMap', 'middle', blocking), ...held }),
      settle,
      deleteMap('top', 'Foreground'),
      settle,
    ],
  },
  {
    name: 'background-of-three-levels',
    steps: [
      configMap('top'),
      configMap('middle', ownedBy('ConfigMap', 'top', blocking)),
      configMap('bottom', { ...ownedBy('ConfigMap', 'middle', blocking), ...held }),
      settle,
      deleteMap('top', 'Background'),
      settle,
    ],
  },
  {
    // Only the first level is orphaned.
    name: 'orphan-of-three-levels',
    steps: [
      configMap('top'),
      configMap('middle', ownedBy('ConfigMap', 'top', blocking)),
      configMap('bottom', ownedBy('ConfigMap', 'middle', blocking)),
      settle,
      deleteMap('top', 'Orphan'),
      settle,
    ],
  },
  {
    name: 'orphan-of-two-owners',
    steps: [
      configMap('owner'),
      configMap('kept'),
      configMap('dependent', { ownerReferences: [reference('ConfigMap', 'owner'), reference('ConfigMap', 'kept')] }),
      settle,
      deleteMap('owner', 'Orphan'),
      settle,
    ],
  },
  {
    // A finalizer of a client decides as the policy of a deletion does.
    name: 'orphan-by-finalizer',
    steps: [
      configMap('owner', { finalizers: ['orphan'] }),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      deleteMap('owner'),
      settle,
    ],
  },
  {
    name: 'foreground-by-finalizer',
    steps: [
      configMap('owner', { finalizers: ['foregroundDeletion'] }),
      configMap('dependent', { ...ownedBy('ConfigMap', 'owner', blocking), ...held }),
      settle,
      deleteMap('owner'),
      settle,
    ],
  },
  {
    // A dependent that is collected keeps the policy of its finalizer.
    name: 'collected-with-orphan-finalizer',
    steps: [
      configMap('top'),
      configMap('middle', { ...ownedBy('ConfigMap', 'top'), finalizers: ['orphan'] }),
      configMap('bottom', ownedBy('ConfigMap', 'middle')),
      settle,
      deleteMap('top'),
      mapGone('middle'),
      settle,
    ],
  },
  {
    name: 'foreground-after-background',
    steps: [
      configMap('owner', held),
      configMap('dependent', ownedBy('ConfigMap', 'owner', blocking)),
      settle,
      deleteMap('owner', 'Background'),
      settle,
      deleteMap('owner', 'Foreground'),
      settle,
    ],
  },
  {
    name: 'circle-deleted-in-foreground',
    steps: [
      configMap('a'),
      configMap('b', ownedBy('ConfigMap', 'a', blocking)),
      patchMap('a', ownedBy('ConfigMap', 'b', blocking)),
      settle,
      deleteMap('a', 'Foreground'),
      settle,
    ],
  },
  {
    name: 'owner-of-itself',
    steps: [
      configMap('a'),
      patchMap('a', ownedBy('ConfigMap', 'a', blocking)),
      settle,
      deleteMap('a', 'Foreground'),
      settle,
    ],
  },
  {
    // New dependents of an owner that waits are deleted too.
    name: 'dependent-made-while-the-owner-waits',
    steps: [
      configMap('owner'),
      configMap('blocker', { ...ownedBy('ConfigMap', 'owner', blocking), ...held }),
      settle,
      deleteMap('owner', 'Foreground'),
      settle,
      configMap('late', ownedBy('ConfigMap', 'owner')),
      configMap('late-and-held', { ...ownedBy('ConfigMap', 'owner'), ...held }),
      settle,
    ],
  },
  {
    name: 'dependent-made-while-the-owner-is-held',
    steps: [
      configMap('owner', held),
      settle,
      deleteMap('owner'),
      settle,
      configMap('late', ownedBy('ConfigMap', 'owner', blocking)),
      settle,
    ],
  },
  {
    name: 'deployment-deleted-in-foreground-with-a-held-pod',
    steps: [
      deployment(2),
      available(2),
      settle,
      { patch: 'Pod', name: { startsWith: 'web-' }, with: { metadata: held } },
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Foreground' },
      settle,
    ],
  },
];
